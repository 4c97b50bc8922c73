#include "desktop/panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "scene/participant_view.h"
#include "vrm/licence.h"

namespace lead {
namespace {

constexpr double kNoticeSeconds = 5.0;
constexpr double kFadeSeconds = 0.8;  // the last of them
constexpr std::size_t kMostNotices = 5;
constexpr float kWidth = 340.0F;

ImVec4 stateColor(ConnectionState state) {
  if (state == ConnectionState::connected) return {0.45F, 0.85F, 0.50F, 1.0F};
  if (state == ConnectionState::failed) return {1.0F, 0.45F, 0.40F, 1.0F};
  return {1.0F, 0.80F, 0.40F, 1.0F};
}

ImVec4 colorOf(ParticipantId id) {
  const glm::vec3 color = participantColor(id);
  return {color.x, color.y, color.z, 1.0F};
}

void text(const std::string& line) {
  ImGui::TextUnformatted(line.c_str());
}
void wrapped(const std::string& line) {
  ImGui::TextWrapped("%s", line.c_str());
}

bool writable(const PanelData& data) {
  return data.state == ConnectionState::connected && data.info != nullptr;
}

/// Numbered as they stand in the panel, for they may be called alike.
std::string titleOf(const AvatarInfo& avatar, const PanelData& data) {
  const auto number = &avatar - data.info->avatars.data() + 1;
  const ParticipantInfo* owner = data.info->participant(avatar.owner);
  const std::string model = avatar.modelName.empty() ? "avatar" : avatar.modelName;
  if (owner == nullptr) return fmt::format("{}. {} (of the room)", number, model);
  return fmt::format("{}. {} ({})", number, model, owner->id == data.self ? "yours" : owner->name);
}

const ArmState* armOf(const HandOf& hand, const PanelData& data) {
  const auto arms = data.arms.find(hand.avatar);
  return arms == data.arms.end() ? nullptr : &arms->second[index(hand.hand)];
}

/// Short, as it has to fit into a box.
std::string numberOf(AvatarId id, const PanelData& data) {
  const AvatarInfo* avatar = data.info->avatar(id);
  return avatar != nullptr ? fmt::format("avatar {}", avatar - data.info->avatars.data() + 1)
                           : "an avatar that left";
}

/// Of what an avatar plays, and doesn't end just now; null: nothing.
const MotionInfo* playedBy(const AvatarInfo& avatar, const PanelData& data) {
  const auto plays = data.plays.find(avatar.id);
  if (plays == data.plays.end()) return nullptr;
  for (const PlayState& play : plays->second)
    for (const MotionInfo& motion : avatar.motions)
      if (play.play != 0 && play.play == motion.play && !play.ending) return &motion;
  return nullptr;
}

/// What has a hand.
std::string stateOf(const ArmState& arm, const PanelData& data) {
  if (arm.partner != 0) return (arm.leads ? "leads " : "follows ") + numberOf(arm.partner, data);
  if (!arm.held()) return "free";
  const ParticipantInfo* holder = data.info->participant(arm.holder);
  return fmt::format("held by {}", holder == nullptr         ? "someone"
                                   : holder->id == data.self ? "you"
                                                             : holder->name);
}

}  // namespace

void Panel::notice(std::string sentence, double now) {
  if (!notices_.empty() && notices_.back().sentence == sentence) {
    notices_.back().until = now + kNoticeSeconds;
    return;
  }
  notices_.push_back({std::move(sentence), now + kNoticeSeconds});
  while (notices_.size() > kMostNotices) notices_.pop_front();
}

void Panel::progress(const ModelProgress& progress) {
  if (progress.done >= progress.total)
    transfers_.erase(progress.model);
  else
    transfers_[progress.model] = progress;
}

void Panel::finished(const ModelHash& model) {
  transfers_.erase(model);
}

void Panel::drawConnection(const PanelData& data) const {
  ImGui::PushStyleColor(ImGuiCol_Text, stateColor(data.state));
  wrapped(data.sentence);
  ImGui::PopStyleColor();
  if (writable(data)) {
    text(fmt::format("Room {} on {}", data.info->room, data.server));
    text(fmt::format("{}, latency {:.0f} ms, {:.0f} % lost, {:.0f} fps",
                     data.stats.path == Path::udp ? "UDP" : "Stream", 1000.0 * data.stats.roundTripSeconds,
                     100.0 * static_cast<double>(data.loss), static_cast<double>(data.framesPerSecond)));
  }
  for (const auto& [model, transfer] : transfers_) {
    const double share =
        static_cast<double>(transfer.done) / static_cast<double>(std::max<std::uint64_t>(transfer.total, 1));
    const std::string label =
        fmt::format("{} {:.1f} of {:.1f} MB", transfer.upload ? "uploading" : "downloading",
                    static_cast<double>(transfer.done) / 1e6, static_cast<double>(transfer.total) / 1e6);
    ImGui::ProgressBar(static_cast<float>(share), {-1.0F, 0.0F}, label.c_str());
  }
}

void Panel::drawPeople(const PanelData& data) const {
  const std::string title = fmt::format("People ({})###people", data.info->participants.size());
  if (!ImGui::CollapsingHeader(title.c_str(), ImGuiTreeNodeFlags_DefaultOpen)) return;
  for (const ParticipantInfo& participant : data.info->participants) {
    ImGui::PushStyleColor(ImGuiCol_Text, colorOf(participant.id));
    ImGui::Bullet();
    ImGui::PopStyleColor();
    text(fmt::format("{}{}{}", participant.name, participant.id == data.self ? " (you)" : "",
                     participant.role == Role::spectator ? ", watching" : ""));
  }
}

void Panel::drawHand(const HandOf& hand, const PanelData& data, Wishes& wishes) const {
  const ArmState* arm = armOf(hand, data);
  if (arm == nullptr) return;
  const std::string label = std::string(name(hand.hand)) + " hand";
  ImGui::SetNextItemWidth(190.0F);
  if (!ImGui::BeginCombo(label.c_str(), stateOf(*arm, data).c_str())) return;
  if (arm->partner != 0 && ImGui::Selectable("let go")) wishes.parts.push_back(hand);
  if (arm->held()) ImGui::TextDisabled("whoever holds it has to let go first");
  for (const AvatarInfo& other : data.info->avatars) {
    for (const Side side : kSides) {
      const HandOf follower{other.id, side};
      const ArmState* free = armOf(follower, data);
      if (arm->taken() || other.id == hand.avatar || free == nullptr || free->taken()) continue;
      const std::string title = fmt::format("lead {} by its {} hand", titleOf(other, data), name(side));
      if (ImGui::Selectable(title.c_str())) wishes.joins.emplace_back(hand, follower);
    }
  }
  ImGui::EndCombo();
}

/// Whose work it is and what may be done with it; to its owner, whether others get it.
void Panel::drawLicence(const AvatarInfo& avatar, const PanelData& data, Wishes& wishes) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  wrapped(licenceSummary(avatar.licence));
  ImGui::PopStyleColor();
  const bool isOwn = avatar.owner == data.self;
  if (avatar.sharing != Sharing::byLicence && isOwn) {
    bool shared = avatar.sharing == Sharing::byOwner;
    if (!shared) wrapped("Others see a placeholder: its licence forbids handing it on.");
    if (ImGui::Checkbox("Share it with this room: I may", &shared)) wishes.share = shared;
  } else if (data.placeholders.count(avatar.id) != 0) {
    wrapped("Not shared by its owner: this is a placeholder.");
  }
  if (!ImGui::TreeNode("licence")) return;
  for (const std::string& line : licenceLines(avatar.licence)) wrapped(line);
  ImGui::TreePop();
}

void Panel::drawAvatars(const PanelData& data, Wishes& wishes) const {
  const std::string title = fmt::format("Avatars ({})###avatars", data.info->avatars.size());
  if (!ImGui::CollapsingHeader(title.c_str(), ImGuiTreeNodeFlags_DefaultOpen)) return;
  for (const AvatarInfo& avatar : data.info->avatars) {
    ImGui::PushID(static_cast<int>(avatar.id));
    wrapped(titleOf(avatar, data));
    drawLicence(avatar, data, wishes);
    const auto gaze = data.gazes.find(avatar.id);
    int mode = gaze == data.gazes.end() ? 0 : static_cast<int>(gaze->second);
    ImGui::AlignTextToFramePadding();
    text("looks at");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(170.0F);
    if (ImGui::Combo("##gaze", &mode, "nothing\0the held hand\0whoever is near\0"))
      wishes.gazes.emplace_back(avatar.id, static_cast<GazeMode>(mode));
    ImGui::SameLine();
    if (ImGui::Button("Reset")) wishes.resets.push_back(avatar.id);
    if (const MotionInfo* motion = playedBy(avatar, data)) {
      ImGui::AlignTextToFramePadding();
      wrapped(fmt::format("plays {}{}", motion->name.empty() ? "a motion" : motion->name,
                          motion->loops ? ", again and again" : ""));
      ImGui::SameLine();
      if (ImGui::SmallButton("Stop")) wishes.stops.push_back(avatar.id);
    }
    const bool inRow = std::any_of(kSides.begin(), kSides.end(), [&](Side side) {
      const ArmState* arm = armOf({avatar.id, side}, data);
      return arm != nullptr && arm->partner != 0;
    });
    const bool open = ImGui::TreeNode("hands", "%s", inRow ? "hands, in a row" : "hands");
    if (inRow) {
      ImGui::SameLine();
      if (ImGui::SmallButton("Let the whole row go")) wishes.partRows.push_back(avatar.id);
    }
    if (open) {
      for (const Side side : kSides) drawHand({avatar.id, side}, data, wishes);
      ImGui::TreePop();
    }
    ImGui::PopID();
  }
}

void Panel::drawParams(const PanelData& data, Wishes& wishes) {
  if (!ImGui::CollapsingHeader("How avatars follow")) return;
  for (const ParamInfo& param : paramTable()) {
    const std::string key(param.name);
    const auto edited = editing_.find(key);
    float value = edited != editing_.end() ? edited->second : data.info->params.*param.member;
    ImGui::SetNextItemWidth(150.0F);
    if (ImGui::SliderFloat(key.c_str(), &value, param.least, param.most, "%.2f",
                           ImGuiSliderFlags_AlwaysClamp)) {
      editing_[key] = value;
      wishes.params.emplace_back(key, value);
    }
    if (!ImGui::IsItemActive()) editing_.erase(key);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s (%s)", std::string(param.meaning).c_str(), std::string(param.unit).c_str());
    const bool ungiven = param.member == &Params::vmax && !data.info->params.vmaxGiven;
    if (ungiven) {
      ImGui::SameLine();
      ImGui::TextDisabled("or a run's own");
    }
  }
  if (ImGui::Button("Defaults"))
    for (const ParamInfo& param : paramTable())
      wishes.params.emplace_back(std::string(param.name), std::nullopt);
}

void Panel::drawMotion(const PanelData& data, Wishes& wishes) {
  if (data.info->avatars.empty() || !ImGui::CollapsingHeader("Play a motion")) return;
  wrapped("Drop a .vrma or .glb file on an avatar, or give its path:");
  const AvatarInfo* player = data.info->avatar(player_);
  if (player == nullptr) player = &data.info->avatars.front();
  ImGui::SetNextItemWidth(-1.0F);
  if (ImGui::BeginCombo("##player", titleOf(*player, data).c_str())) {
    for (const AvatarInfo& avatar : data.info->avatars) {
      ImGui::PushID(static_cast<int>(avatar.id));
      if (ImGui::Selectable(titleOf(avatar, data).c_str(), avatar.id == player->id)) player_ = avatar.id;
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::SetNextItemWidth(-60.0F);
  const bool entered = ImGui::InputText("##motion", motionPath_.data(), motionPath_.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  if ((ImGui::Button("Play") || entered) && motionPath_[0] != '\0')
    wishes.plays.emplace_back(player->id, motionPath_.data());
  ImGui::Checkbox("Again and again, until it is stopped", &loops);
}

void Panel::drawModel(Wishes& wishes) {
  if (!ImGui::CollapsingHeader("Bring an avatar", ImGuiTreeNodeFlags_DefaultOpen)) return;
  wrapped("Drop a .vrm file on the window, or give its path:");
  ImGui::SetNextItemWidth(-60.0F);
  const bool entered =
      ImGui::InputText("##path", path_.data(), path_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  if ((ImGui::Button("Load") || entered) && path_[0] != '\0') wishes.bringAvatar = path_.data();
  if (ImGui::Button("Bring the mannequin")) wishes.bringAvatar = "mannequin";
}

void Panel::drawNotices(double now) {
  std::erase_if(notices_, [now](const Notice& notice) { return notice.until < now; });
  if (notices_.empty()) return;
  const auto strength = [now](double until) {
    return static_cast<float>(std::clamp((until - now) / kFadeSeconds, 0.05, 1.0));
  };
  double last = now;
  for (const Notice& notice : notices_) last = std::max(last, notice.until);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, strength(last));
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({screen.x * 0.5F, screen.y - 16.0F}, ImGuiCond_Always, {0.5F, 1.0F});
  ImGui::SetNextWindowSize({std::min(560.0F, screen.x - 24.0F), 0.0F});
  ImGui::Begin("notices", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing);
  for (const Notice& notice : notices_) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, strength(notice.until));
    wrapped(notice.sentence);
    ImGui::PopStyleVar();
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

Panel::Wishes Panel::draw(const PanelData& data, double now) {
  Wishes wishes;
  drawNotices(now);
  if (!visible) return wishes;
  ImGui::SetNextWindowPos({12.0F, 12.0F}, ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize({kWidth, 0.0F}, ImGuiCond_Always);
  const float tallest = std::max(100.0F, ImGui::GetIO().DisplaySize.y - 24.0F);  // what is more scrolls
  ImGui::SetNextWindowSizeConstraints({kWidth, 0.0F}, {kWidth, tallest});
  ImGui::Begin("Lead", nullptr, ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoResize);
  drawConnection(data);
  if (writable(data)) {
    ImGui::Separator();
    if (ImGui::Checkbox("Spectator", &spectator)) wishes.spectate = spectator;
    ImGui::SameLine();
    ImGui::Checkbox("Click to take and let go", &toggleGrab);
    drawPeople(data);
    drawAvatars(data, wishes);
    drawMotion(data, wishes);
    drawParams(data, wishes);
    drawModel(wishes);
  }
  ImGui::TextDisabled("F1 hides this panel, F2 draws this view as a manga panel");
  ImGui::End();
  return wishes;
}

}  // namespace lead
