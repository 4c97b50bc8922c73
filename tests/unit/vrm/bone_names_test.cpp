// Humanoid bones by the names of common rigs.
#include "vrm/bone_names.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace lead {
namespace {

/// A chain of nodes below each other.
std::vector<Node> chainOf(const std::vector<std::string>& names) {
  std::vector<Node> nodes;
  for (const std::string& name : names) {
    Node node;
    node.name = name;
    node.parent = static_cast<int>(nodes.size()) - 1;
    nodes.push_back(node);
  }
  return nodes;
}

void expectBones(const std::vector<std::pair<std::string, Bone>>& wanted) {
  std::vector<std::string> names;
  for (const auto& [name, bone] : wanted) names.push_back(name);
  const BoneArray<int> bones = bonesByName(chainOf(names));
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_EQ(bones[index(wanted[i].second)], static_cast<int>(i)) << wanted[i].first;
}

TEST(BoneNames, OfVrm) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kBoneCount; ++i) names.emplace_back(name(boneAt(i)));
  const BoneArray<int> bones = bonesByName(chainOf(names));
  for (std::size_t i = 0; i < kBoneCount; ++i) EXPECT_EQ(bones[i], static_cast<int>(i)) << names[i];
}

TEST(BoneNames, OfMixamo) {
  expectBones({{"mixamorig:Hips", Bone::hips},
               {"mixamorig:Spine", Bone::spine},
               {"mixamorig:Spine1", Bone::chest},
               {"mixamorig:Spine2", Bone::upperChest},
               {"mixamorig:Neck", Bone::neck},
               {"mixamorig:Head", Bone::head},
               {"mixamorig:LeftShoulder", Bone::leftShoulder},
               {"mixamorig:LeftArm", Bone::leftUpperArm},
               {"mixamorig:LeftForeArm", Bone::leftLowerArm},
               {"mixamorig:LeftHand", Bone::leftHand},
               {"mixamorig:LeftHandThumb1", Bone::leftThumbMetacarpal},
               {"mixamorig:LeftHandIndex2", Bone::leftIndexIntermediate},
               {"mixamorig:LeftHandPinky3", Bone::leftLittleDistal},
               {"mixamorig:RightUpLeg", Bone::rightUpperLeg},
               {"mixamorig:RightLeg", Bone::rightLowerLeg},
               {"mixamorig:RightFoot", Bone::rightFoot},
               {"mixamorig:RightToeBase", Bone::rightToes}});
  expectBones({{"mixamorigHips", Bone::hips}, {"mixamorig1LeftArm", Bone::leftUpperArm}});
}

TEST(BoneNames, OfVroid) {
  expectBones({{"J_Bip_C_Hips", Bone::hips},
               {"J_Bip_C_Spine", Bone::spine},
               {"J_Bip_C_Chest", Bone::chest},
               {"J_Bip_C_UpperChest", Bone::upperChest},
               {"J_Bip_C_Neck", Bone::neck},
               {"J_Bip_C_Head", Bone::head},
               {"J_Adj_L_FaceEye", Bone::leftEye},
               {"J_Bip_L_UpperArm", Bone::leftUpperArm},
               {"J_Bip_R_LowerArm", Bone::rightLowerArm},
               {"J_Bip_R_Hand", Bone::rightHand},
               {"J_Bip_R_Thumb2", Bone::rightThumbProximal},
               {"J_Bip_L_Little1", Bone::leftLittleProximal},
               {"J_Bip_L_UpperLeg", Bone::leftUpperLeg},
               {"J_Bip_L_ToeBase", Bone::leftToes}});
}

TEST(BoneNames, OfUnreal) {
  expectBones({{"pelvis", Bone::hips},
               {"spine_01", Bone::spine},
               {"spine_02", Bone::chest},
               {"spine_03", Bone::upperChest},
               {"neck_01", Bone::neck},
               {"head", Bone::head},
               {"clavicle_l", Bone::leftShoulder},
               {"upperarm_l", Bone::leftUpperArm},
               {"lowerarm_r", Bone::rightLowerArm},
               {"hand_r", Bone::rightHand},
               {"index_01_r", Bone::rightIndexProximal},
               {"thigh_l", Bone::leftUpperLeg},
               {"calf_l", Bone::leftLowerLeg},
               {"foot_l", Bone::leftFoot},
               {"ball_l", Bone::leftToes}});
}

TEST(BoneNames, OfBiped) {
  expectBones({{"Bip001 Pelvis", Bone::hips},
               {"Bip001 Spine", Bone::spine},
               {"Bip001 L Clavicle", Bone::leftShoulder},
               {"Bip001 L UpperArm", Bone::leftUpperArm},
               {"Bip001 L Forearm", Bone::leftLowerArm},
               {"Bip001 L Finger0", Bone::leftThumbMetacarpal},
               {"Bip001 L Finger12", Bone::leftIndexDistal},
               {"Bip001 R Thigh", Bone::rightUpperLeg},
               {"Bip001 R Calf", Bone::rightLowerLeg},
               {"Bip001 R Toe0", Bone::rightToes}});
}

TEST(BoneNames, OfProAnimationBankWithItsOddities) {
  expectBones({{"Hips", Bone::hips},
               {"Spine", Bone::spine},
               {"Lefthand", Bone::leftHand},
               {"LeftHandRingPinky1", Bone::leftLittleProximal},
               {"LeftHandRing1", Bone::leftRingProximal},
               {"LeftFootThumb1", Bone::leftToes}});
}

TEST(BoneNames, ThumbsInTheWordsOfUnityAreShifted) {
  expectBones({{"hips", Bone::hips},
               {"LeftThumbProximal", Bone::leftThumbMetacarpal},
               {"LeftThumbIntermediate", Bone::leftThumbProximal},
               {"LeftThumbDistal", Bone::leftThumbDistal}});
}

TEST(BoneNames, ALongSpineKeepsItsEnds) {
  const BoneArray<int> bones = bonesByName(chainOf({"Hips", "Spine", "Spine1", "Spine2", "Spine3", "Neck"}));
  EXPECT_EQ(bones[index(Bone::spine)], 1);
  EXPECT_EQ(bones[index(Bone::upperChest)], 4);
  EXPECT_GT(bones[index(Bone::chest)], 1);
  EXPECT_LT(bones[index(Bone::chest)], 4);
}

TEST(BoneNames, OfTwoSkeletonsTheFullerIsTaken) {
  std::vector<Node> nodes = chainOf({"Hips", "Spine"});
  std::vector<Node> second = chainOf({"Hips", "Spine", "Neck", "Head"});
  for (Node& node : second) {
    if (node.parent >= 0) node.parent += 2;
    nodes.push_back(node);
  }
  const BoneArray<int> bones = bonesByName(nodes);
  EXPECT_EQ(bones[index(Bone::hips)], 2);
  EXPECT_EQ(bones[index(Bone::head)], 5);
}

TEST(BoneNames, OthersAreNoBones) {
  for (const int node :
       bonesByName(chainOf({"Camera", "wrist", "left", "", "thumb-tip", "Bip01LFinger0Nub"})))
    EXPECT_EQ(node, -1);
}

}  // namespace
}  // namespace lead
