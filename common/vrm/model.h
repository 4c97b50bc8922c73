// An avatar file as values: immutable after load, shared by all avatars that use it.
//
// Frame: canonical. Right-handed, metres, +Y up, the model faces +Z and its left is +X. Where the file faced
// the other way (VRM 0.x, or a model that is wrong in spite of its version), node 0 is a root of our own that
// turns it by 180° about +Y; the file's own nodes follow unchanged. Everything after the loader can forget
// versions.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rig/skeleton.h"

namespace lead {

/// What is odd about a file, or wrong with it.
struct Finding {
  std::string id;    ///< stable, for programs: "texture.scaled"
  std::string text;  ///< a sentence for people
};

/// A decoded picture: 8 bits a channel, RGBA, rows top-down.
struct Image {
  std::string name;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;  ///< width · height · 4 bytes; empty: the file names it but has no data
};

enum class Wrap : std::uint8_t { repeat, clampToEdge, mirroredRepeat };

struct Texture {
  int image = -1;
  Wrap wrapS = Wrap::repeat;
  Wrap wrapT = Wrap::repeat;
  bool nearest = false;  ///< magnification filter
};

/// A use of a texture by a material. Offset and scale: KHR_texture_transform (or 0.x _MainTex offset/scale).
struct TextureUse {
  int texture = -1;  ///< -1: none
  int texCoord = 0;
  glm::vec2 offset{0.0F};
  glm::vec2 scale{1.0F};
  float rotation = 0.0F;
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend };
enum class Shading : std::uint8_t { pbr, unlit, mtoon };
enum class OutlineWidth : std::uint8_t {
  none,
  world,   ///< metres
  screen,  ///< parts of the viewport's height
};

/// VRMC_materials_mtoon-1.0; 0.x properties are mapped on. Colours are linear. Each colour multiplies its
/// texture; a texture that is none counts as white.
struct MToon {
  glm::vec3 shadeColor{1.0F};
  TextureUse shadeTexture;  ///< of its own: without one the shade doesn't show the base colour's
  float shadingShift = 0.0F;
  TextureUse shadingShiftTexture;  ///< red · shadingShiftScale is added to the shift; data, not colour
  float shadingShiftScale = 1.0F;
  float shadingToony = 0.9F;    ///< 0 … 1
  float giEqualization = 0.9F;  ///< 0 … 1

  glm::vec3 matcapColor{1.0F};
  TextureUse matcapTexture;  ///< none: no matcap at all
  glm::vec3 rimColor{0.0F};  ///< parametric
  float rimFresnelPower = 5.0F;
  float rimLift = 0.0F;
  TextureUse rimTexture;
  float rimLightingMix = 1.0F;  ///< 0 … 1

  OutlineWidth outlineWidth = OutlineWidth::none;
  float outlineFactor = 0.0F;      ///< in the unit of `outlineWidth`
  TextureUse outlineWidthTexture;  ///< green; data, not colour
  glm::vec3 outlineColor{0.0F};
  float outlineLightingMix = 1.0F;  ///< 0 … 1

  TextureUse uvMaskTexture;  ///< blue: how much of the UV animation; data, not colour
  glm::vec2 uvScroll{0.0F};  ///< a second
  float uvRotation = 0.0F;   ///< radians a second

  bool transparentWithZWrite = false;  ///< of AlphaMode::blend
  int renderQueueOffset = 0;           ///< -9 … 9; 0.x files: their order among the transparent ones
};

struct Material {
  std::string name;
  Shading shading = Shading::pbr;
  glm::vec4 baseColor{1.0F};  ///< linear
  TextureUse baseColorTexture;
  glm::vec3 emissive{0.0F};    ///< linear, strength included: may be over 1
  TextureUse emissiveTexture;  ///< multiplies `emissive`
  TextureUse normalTexture;    ///< data, not colour
  float normalScale = 1.0F;
  float metallic = 1.0F;
  float roughness = 1.0F;
  TextureUse metallicRoughnessTexture;  ///< blue metallic, green roughness; data, not colour
  TextureUse occlusionTexture;          ///< red; data, not colour; not of MToon
  float occlusionStrength = 1.0F;
  MToon mtoon;  ///< of Shading::mtoon
  AlphaMode alphaMode = AlphaMode::opaque;
  float alphaCutoff = 0.5F;
  bool doubleSided = false;
};

/// Differences to a primitive's positions and normals, as many as it has vertices (normals may be empty).
struct MorphTarget {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
};

/// Triangles of one material. Attribute arrays are empty or as long as `positions`. Without joints it is
/// rigid and follows its node, even where that node has a skin.
struct Primitive {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;  ///< never empty after load: computed where the file has none
  std::vector<glm::vec2> uv0;
  std::vector<glm::vec2> uv1;
  std::vector<glm::u16vec4>
      joints;                      ///< indices into the skin's joints, in range for every node that shows it
  std::vector<glm::vec4> weights;  ///< sum 1
  std::vector<std::uint32_t> indices;  ///< three a triangle; every one < positions.size()
  int material = -1;
  std::vector<MorphTarget> morphs;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  std::vector<std::string> morphNames;  ///< of extras.targetNames; may be shorter than the morphs
  std::vector<float> morphWeights;      ///< default weights
};

/// Who sees a mesh: VRMC_vrm.firstPerson.
enum class FirstPersonView : std::uint8_t {
  automatic,  ///< in first person without the triangles that hang on the head
  both,
  thirdPersonOnly,
  firstPersonOnly,
};

struct Node {
  std::string name;
  int parent = -1;  ///< always smaller than the node's own index
  glm::vec3 translation{0.0F};
  glm::quat rotation = kIdentity;
  glm::vec3 scale{1.0F};
  int mesh = -1;                                      ///< never a mesh without primitives
  int skin = -1;                                      ///< -1: its mesh is rigid, whatever joints that names
  int bone = -1;                                      ///< index of the humanoid bone that it is
  FirstPersonView view = FirstPersonView::automatic;  ///< of its mesh
};

struct Skin {
  std::vector<int> joints;             ///< node indices
  std::vector<glm::mat4> inverseBind;  ///< one a joint
};

enum class VrmVersion : std::uint8_t { v0, v1 };

/// Who may do what with the model, in words of VRM 1.0's meta; 0.x values are mapped on.
struct Meta {
  VrmVersion version = VrmVersion::v1;
  std::string name;
  std::string modelVersion;
  std::vector<std::string> authors;
  std::string copyright;
  std::string contact;
  std::vector<std::string> references;
  std::string thirdPartyLicences;  ///< may have several lines
  std::string licenceName;         ///< 0.x: "CC_BY"; 1.0: empty
  std::string licenceUrl;
  std::string otherLicenceUrl;   ///< further conditions
  std::string avatarPermission;  ///< onlyAuthor, onlySeparatelyLicensedPerson, everyone
  std::string commercialUsage;   ///< personalNonProfit, personalProfit, corporation
  std::string creditNotation;    ///< required, unnecessary
  std::string modification;      ///< prohibited, allowModification, allowModificationRedistribution
  bool allowRedistribution = false;
  bool allowExcessivelyViolentUsage = false;
  bool allowExcessivelySexualUsage = false;
  bool allowPoliticalOrReligiousUsage = false;
  bool allowAntisocialOrHateUsage = false;
  int thumbnailImage = -1;
};

/// What an expression does to procedural ones (blinking, mouth, gaze) while it is on.
enum class ExpressionOverride : std::uint8_t { none, block, blend };

struct MorphBind {
  int node = -1;        ///< has a mesh
  int morph = -1;       ///< at least one of the mesh's primitives has it
  float weight = 0.0F;  ///< 0 … 1
};

enum class MaterialColor : std::uint8_t { base, emission, shade, matcap, rim, outline };
inline constexpr std::size_t kMaterialColors = 6;

struct MaterialColorBind {
  int material = -1;
  MaterialColor color = MaterialColor::base;
  glm::vec4 target{1.0F};  ///< linear; alpha is of `base` only
};

/// Of all textures of the material that are looked up by texture coordinates.
struct TextureTransformBind {
  int material = -1;
  glm::vec2 scale{1.0F};
  glm::vec2 offset{0.0F};
};

/// VRMC_vrm.expressions. (The enum Expression names the presets.)
struct ModelExpression {
  std::string name;
  bool present = false;   ///< the file has it; a preset that it lacks does nothing
  bool isBinary = false;  ///< is on over 0.5, else off
  ExpressionOverride overrideBlink = ExpressionOverride::none;
  ExpressionOverride overrideLookAt = ExpressionOverride::none;
  ExpressionOverride overrideMouth = ExpressionOverride::none;
  std::vector<MorphBind> morphs;
  std::vector<MaterialColorBind> colors;
  std::vector<TextureTransformBind> textureTransforms;
};

/// An angle of the gaze -> the eyes' angle or an expression's weight: min(angle, inputMax) / inputMax ·
/// output.
struct RangeMap {
  float inputMax = 1.5707964F;  ///< radians, > 0
  float output = 0.0F;          ///< radians for eye bones, else a weight
};

/// VRMC_vrm.lookAt.
struct LookAt {
  enum class Type : std::uint8_t { bone, expression };
  Type type = Type::bone;
  glm::vec3 offsetFromHeadBone{0.0F};  ///< where the gaze starts, in the frame of the head's node
  RangeMap horizontalInner;
  RangeMap horizontalOuter;  ///< expressions use this one to both sides
  RangeMap verticalDown;
  RangeMap verticalUp;
};

/// VRMC_node_constraint: turns `node` after `source`.
struct NodeConstraint {
  enum class Kind : std::uint8_t { roll, aim, rotation };
  Kind kind = Kind::rotation;
  int node = -1;
  int source = -1;
  glm::vec3 axis{1.0F, 0.0F, 0.0F};  ///< unit, in the frame of `node`; of roll and aim
  float weight = 1.0F;               ///< 0 … 1
};

/// VRMC_springBone.colliders, with those of VRMC_springBone_extended_collider.
struct SpringCollider {
  enum class Shape : std::uint8_t { sphere, capsule, plane };
  Shape shape = Shape::sphere;
  bool inside = false;  ///< keeps joints in, not out
  int node = -1;
  glm::vec3 offset{0.0F};              ///< in the node's frame
  glm::vec3 tail{0.0F};                ///< a capsule's other end
  glm::vec3 normal{0.0F, 0.0F, 1.0F};  ///< unit; of a plane
  float radius = 0.0F;                 ///< metres
};

/// VRMC_springBone_limit: where a joint's tail may point, seen from a frame in which it rests at +Y.
struct SpringLimit {
  enum class Kind : std::uint8_t {
    none,
    cone,       ///< at most `angle` from +Y
    hinge,      ///< the same, in the plane across X only
    spherical,  ///< at most `angle` about X and `yaw` about Z
  };
  Kind kind = Kind::none;
  float angle = 0.0F;              ///< radians, 0 … π
  float yaw = 0.0F;                ///< radians, 0 … π/2
  glm::quat rotation = kIdentity;  ///< from that frame into the node's, at rest
};

/// A node that swings, and the point at its end that pulls it.
struct SpringJoint {
  int node = -1;
  glm::vec3 tail{0.0F};    ///< at rest, in the node's frame; may be 0, which doesn't swing
  float hitRadius = 0.0F;  ///< metres, around the tail
  float stiffness = 1.0F;  ///< ≥ 0
  float drag = 0.5F;       ///< 0 … 1
  float gravityPower = 0.0F;
  glm::vec3 gravityDir{0.0F, -1.0F, 0.0F};  ///< in the world
  SpringLimit limit;
};

/// VRMC_springBone.springs: a chain, from its root outwards.
struct Spring {
  std::string name;
  std::vector<SpringJoint> joints;  ///< every node is in one chain only
  std::vector<int> colliders;       ///< into Model::colliders
  int center = -1;                  ///< node whose movement the chain doesn't feel; -1: the world
};

struct Model {
  Meta meta;
  std::vector<Node> nodes;  ///< parents first
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<Image> images;
  BoneArray<int> boneNode{};         ///< node of each humanoid bone, -1 where absent
  Skeleton skeleton;                 ///< the normalised rig, with rest positions in the canonical frame
  bool turned = false;               ///< node 0 is our 180° turn
  std::vector<glm::mat4> restWorld;  ///< world matrix of each node at rest
  /// World rest rotation of each bone's node's parent, which carries normalised rotations over to the node's
  /// own.
  BoneArray<glm::quat> parentRotation = Pose::identities();
  glm::mat4 hipsParentInverse{1.0F};  ///< from the model's frame into that of the hips node's parent, at rest

  /// Presets in the order of Expression, then the file's own; at most kMaxExpressions. The index is that of
  /// ExpressionWeights.
  std::vector<ModelExpression> expressions;
  std::optional<LookAt> lookAt;
  std::vector<NodeConstraint> constraints;  ///< in the order to evaluate them; at most one a node, no cycles
  std::vector<SpringCollider> colliders;
  std::vector<Spring> springs;

  std::vector<Finding> warnings;  ///< what is odd but usable

  bool hasMesh() const {
    for (const Node& node : nodes)
      if (node.mesh >= 0) return true;
    return false;
  }
};

using ModelPtr = std::shared_ptr<const Model>;

}  // namespace lead
