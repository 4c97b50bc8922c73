# Materials: *.mat.in -> matc -> filament-resgen -> one object file, so that a program carries its shaders.

foreach(part IN ITEMS shading surface normal uv_animation)
  string(TOUPPER ${part} name)
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/materials/${part}.glsl.in ${name}_GLSL)
endforeach()
file(GLOB parts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/materials/*.in)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${parts})

set(LEAD_FILAMATS "")
# lead_material(NAME SOURCE): only the variants that a scene of ours meets are compiled. The source's @WORDS@ are
# variables of the caller.
function(lead_material NAME source)
  set(mat ${CMAKE_CURRENT_BINARY_DIR}/materials/${NAME}.mat)
  set(filamat ${CMAKE_CURRENT_BINARY_DIR}/materials/${NAME}.filamat)
  configure_file(materials/${source}.mat.in ${mat} @ONLY)
  add_custom_command(OUTPUT ${filamat}
    COMMAND ${LEAD_MATC} -p desktop -a opengl -V dynamicLighting,vsm,fog -o ${filamat} ${mat}
    DEPENDS ${mat} COMMENT "matc ${NAME}" VERBATIM)
  set(LEAD_FILAMATS ${LEAD_FILAMATS} ${filamat} PARENT_SCOPE)
endfunction()

# A model's surfaces, for each way of treating alpha.
foreach(alpha IN ITEMS opaque masked blend)
  set(BLENDING ${alpha})
  set(OUTPUT "color, 1.0")
  if(alpha STREQUAL blend)
    set(BLENDING transparent)
    set(OUTPUT "color * base.a, base.a")
  endif()
  lead_material(standard_${alpha} standard)

  set(OUTLINE surface)
  set(VERTEX "")
  set(OWN_MAP normalMap)
  set(NORMAL_FUNCTION "${NORMAL_GLSL}")
  set(NORMAL "surfaceNormal(normalUv, materialParams.facing)")
  set(VISIBILITY "sunVisibility(sideNormal(materialParams.facing))")
  set(TINT "")
  lead_material(mtoon_${alpha} mtoon)

  set(OUTLINE outline)
  file(READ ${CMAKE_CURRENT_SOURCE_DIR}/materials/outline_vertex.glsl.in VERTEX)
  string(CONFIGURE "${VERTEX}" VERTEX @ONLY)
  set(OWN_MAP outlineWidthMap)
  set(NORMAL_FUNCTION "")
  # Its back is what is seen, and it must not lie in the shadow of what it is about.
  set(NORMAL "normalize(getWorldGeometricNormalVector())")
  set(VISIBILITY 1.0)
  set(TINT "color = materialParams.outlineColor.rgb * mix(vec3(1.0), color, materialParams.outlineColor.w);")
  lead_material(outline_${alpha} mtoon)
endforeach()
lead_material(ground ground)
lead_material(sky sky)
lead_material(overlay overlay)

set(resources ${CMAKE_CURRENT_BINARY_DIR}/resources)
file(MAKE_DIRECTORY ${resources})
add_custom_command(
  OUTPUT ${resources}/scene_materials.h ${resources}/scene_materials.S ${resources}/scene_materials.bin
  COMMAND ${LEAD_RESGEN} --quiet --package=scene_materials --deploy=${resources} ${LEAD_FILAMATS}
  DEPENDS ${LEAD_FILAMATS} VERBATIM)
# The assembler's dependency file doesn't see .incbin.
set_source_files_properties(${resources}/scene_materials.S PROPERTIES
  OBJECT_DEPENDS ${resources}/scene_materials.bin COMPILE_OPTIONS "-I${resources};-Wa,--noexecstack")
add_library(lead_scene_materials STATIC ${resources}/scene_materials.S ${resources}/scene_materials.h)
target_include_directories(lead_scene_materials PUBLIC ${resources})
