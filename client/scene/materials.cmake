# Materials: *.mat.in -> matc -> filament-resgen -> one object file, so that a program carries its shaders.

file(READ ${CMAKE_CURRENT_SOURCE_DIR}/materials/shading.glsl.in SHADING_GLSL)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_SOURCE_DIR}/materials/shading.glsl.in)

set(LEAD_FILAMATS "")
# lead_material(NAME SOURCE [BLENDING OUTPUT]): only the variants that a scene of ours meets are compiled.
function(lead_material NAME source)
  set(BLENDING "${ARGV2}")
  set(OUTPUT "${ARGV3}")
  set(mat ${CMAKE_CURRENT_BINARY_DIR}/materials/${NAME}.mat)
  set(filamat ${CMAKE_CURRENT_BINARY_DIR}/materials/${NAME}.filamat)
  configure_file(materials/${source}.mat.in ${mat} @ONLY)
  add_custom_command(OUTPUT ${filamat}
    COMMAND ${LEAD_MATC} -p desktop -a opengl -V dynamicLighting,vsm,fog -o ${filamat} ${mat}
    DEPENDS ${mat} COMMENT "matc ${NAME}" VERBATIM)
  set(LEAD_FILAMATS ${LEAD_FILAMATS} ${filamat} PARENT_SCOPE)
endfunction()

lead_material(avatar_opaque avatar opaque "color, 1.0")
lead_material(avatar_masked avatar masked "color, 1.0")
lead_material(avatar_blend avatar transparent "color * base.a, base.a")
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
