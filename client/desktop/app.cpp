#include "desktop/app.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <glm/common.hpp>
#include <thread>
#include <utility>

#include "desktop/imgui_input.h"
#include "desktop/storyboard_panel.h"
#include "session/clock.h"
#include "vrm/licence.h"

namespace lead {
namespace {

constexpr double kReadySeconds = 60.0;  // an automated run that never gets ready fails
constexpr double kLeastFrameSeconds = 1.0 / 60.0;

std::unique_ptr<Window> openWindow(const DesktopOptions& options) {
  if (options.headless) return nullptr;
  return std::make_unique<Window>("Lead", options.width, options.height);
}

StageOptions stageOptions(const DesktopOptions& options, const Window* window) {
  StageOptions stage;
  stage.nativeWindow = window != nullptr ? window->native() : nullptr;
  stage.width = window != nullptr ? window->width() : options.width;
  stage.height = window != nullptr ? window->height() : options.height;
  return stage;
}

Script readScript(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw ScriptError("The script " + file.string() + " can't be read.");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  try {
    return parseScript(text);
  } catch (const ScriptError& error) {
    throw ScriptError(file.string() + ", " + error.what());
  }
}

void drawLabels(const std::vector<SceneLabel>& labels, const CameraPose& camera, glm::vec2 viewport) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const SceneLabel& label : labels) {
    const auto pixel = camera.toPixel(label.point, viewport);
    if (!pixel) continue;
    const ImVec2 size = ImGui::CalcTextSize(label.text.c_str());
    const ImVec2 at{pixel->x - size.x * 0.5F, pixel->y - size.y};
    list.AddRectFilled({at.x - 5.0F, at.y - 2.0F}, {at.x + size.x + 5.0F, at.y + size.y + 2.0F},
                       IM_COL32(20, 22, 28, 170), 4.0F);
    const glm::vec3 color = glm::mix(label.color, glm::vec3(1.0F), 0.45F);  // dark ones must be read, too
    list.AddText(at, ImGui::GetColorU32({color.x, color.y, color.z, 1.0F}), label.text.c_str());
  }
}

}  // namespace

App::App(DesktopOptions options)
    : options_(std::move(options)),
      window_(openWindow(options_)),
      stage_(stageOptions(options_, window_.get())),
      environment_(stage_),
      overlay_(stage_),
      room_(stage_),
      session_(options_.session) {
  setUpImGuiKeys();
  panel_.visible = !options_.hidePanel;
  panel_.spectator = options_.session.role == Role::spectator;
  panel_.toggleGrab = options_.toggleGrab;
  if (!options_.script.empty()) script_.emplace(readScript(options_.script));
  if (!options_.report.empty()) {
    report_.open(options_.report);
    if (!report_) throw std::runtime_error("The report " + options_.report.string() + " can't be written.");
  }
}

App::~App() = default;

void App::fail(const std::string& sentence) {
  fmt::print(stderr, "lead-desktop: {}\n", sentence);
  exitCode_ = 1;
}

int App::run(const std::atomic<bool>& stop) {
  began_ = lastFrame_ = steadySeconds();
  while (!exitCode_ && !stop) {
    const double now = steadySeconds();
    frame(now);
    const double spent = steadySeconds() - now;
    if (spent < kLeastFrameSeconds)
      std::this_thread::sleep_for(std::chrono::duration<double>(kLeastFrameSeconds - spent));
  }
  session_.leave();
  if (options_.stats) fmt::print("{}", stats_.table());
  return exitCode_.value_or(0);
}

void App::frame(double now) {
  InputEvents events;
  if (window_) window_->poll(events);
  for (const InputEvent& event : events) handle(event);
  for (const SessionEvent& event : session_.poll()) takeIn(event, now);
  checkReady(now);
  if (readySince_) playScript(now);

  playback_.follow(sourceOf(session_, &room_.rigs()));
  playback_.setInput(grabbing_.wish());
  playback_.sampleAt(now);
  const auto info = session_.room();
  room_.follow(info.get(), playback_, session_);
  grabbing_.toggle = panel_.toggleGrab;
  grabbing_.spectator = panel_.spectator;
  grabbing_.setHands(room_.hands(playback_), session_.participant(), playback_.tick());
  if (auto notice = grabbing_.takeNotice()) panel_.notice(*notice, now);
  if (const auto wish = grabbing_.takeRowWish()) {
    if (const auto* join = std::get_if<JoinWish>(&*wish)) session_.joinHands(join->leader, join->follower);
    if (const auto* part = std::get_if<PartWish>(&*wish)) session_.partHands(part->hand);
  }
  session_.setInput(grabbing_.input());
  // Where the GPU is behind, the scene is left alone, and only what others depend on goes on.
  if (!screenshots_.empty() || stage_.begin()) show(now);
  finish(now);
}

void App::handle(const InputEvent& event) {
  feedImGui(event);
  if (std::holds_alternative<CloseAsked>(event)) {
    exitCode_ = exitCode_.value_or(0);
  } else if (const auto* resized = std::get_if<WindowResized>(&event)) {
    stage_.resize(resized->width, resized->height);
  } else if (const auto* dropped = std::get_if<FileDropped>(&event)) {
    drop(dropped->file, steadySeconds());
  } else if (const auto* key = std::get_if<KeyChanged>(&event); key != nullptr && imGuiHasKeyboard()) {
    if (key->key == Key::shift || key->key == Key::control) grabbing_.handle(event, stage_.size(), true);
  } else {
    if (key != nullptr && key->key == Key::f1 && key->down) panel_.visible = !panel_.visible;
    if (key != nullptr && key->key == Key::f2 && key->down) saveStoryboard(steadySeconds());
    grabbing_.handle(event, stage_.size(), imGuiHasPointer());
  }
}

/// The current view as a drawn panel.
void App::saveStoryboard(double now) {
  std::string sentence;
  try {
    const auto file = saveStoryboardPanel(session_, room_.rigs(), playback_.avatars(),
                                          grabbing_.camera.pose(), stage_.size());
    sentence = fmt::format("This view is drawn in {}.", file.string());
  } catch (const std::exception& error) {
    sentence = error.what();
  }
  panel_.notice(sentence, now);
  if (options_.automated()) fmt::print("{}\n", sentence);
  std::fflush(stdout);
}

void App::drop(const std::filesystem::path& file, double now) {
  if (session_.state() != ConnectionState::connected)
    return panel_.notice("Not connected yet: drop the file again once you are in the room.", now);
  std::string suffix = file.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  const bool isMotion = suffix == ".vrma" || suffix == ".glb" || suffix == ".gltf";
  if (!isMotion) return session_.bringAvatar(file);
  const auto player = playerAt(grabbing_.pointerRay());
  if (!player) return panel_.notice("There is no avatar that could play it.", now);
  play(*player, file, now);
}

/// The avatar that is pointed at, else the own one, else the only or nearest one.
std::optional<AvatarId> App::playerAt(const Ray& pointer) const {
  if (const auto aimed = room_.avatarOn(pointer)) return aimed;
  const AvatarId own = session_.ownAvatar();
  return own != 0 ? std::optional(own) : room_.nearestTo(grabbing_.camera.pose().eye);
}

void App::play(AvatarId avatar, const std::filesystem::path& file, double now) {
  const auto info = session_.room();
  const AvatarInfo* known = info ? info->avatar(avatar) : nullptr;
  if (known != nullptr)
    panel_.notice(fmt::format("{} is to play {}.", known->modelName.empty() ? "The avatar" : known->modelName,
                              file.filename().string()),
                  now);
  session_.play(avatar, file, panel_.loops);
}

void App::changed(const ConnectionChanged& change, double now) {
  sentence_ = change.sentence;
  if (change.state == ConnectionState::connected) everConnected_ = true;
  if (change.state == ConnectionState::waiting) grabbing_.letGo();
  if (change.state == ConnectionState::failed && (!everConnected_ || options_.automated()))
    return fail(change.sentence);
  if (options_.automated())
    fmt::print("{}\n", change.sentence);
  else if (change.state != ConnectionState::connecting && change.state != ConnectionState::joining)
    panel_.notice(change.sentence, now);
  std::fflush(stdout);
}

/// What may be done with an avatar that has just been brought, and whether others see it.
void App::noteOwnAvatar(const RoomInfo& info, double now) {
  const AvatarInfo* own = info.avatar(session_.ownAvatar());
  const AvatarId id = own != nullptr ? own->id : 0;
  if (std::exchange(notedAvatar_, id) == id || own == nullptr) return;
  if (options_.automated())
    for (const std::string& line : licenceLines(own->licence)) fmt::print("{}: {}\n", own->modelName, line);
  if (own->sharing != Sharing::none) return;
  const std::string sentence = fmt::format(
      "Others see a placeholder of {}: its licence forbids handing it on. If you may share it, tick that in "
      "the panel.",
      own->modelName.empty() ? "your avatar" : own->modelName);
  panel_.notice(sentence, now);
  if (options_.automated()) fmt::print("{}\n", sentence);
  std::fflush(stdout);
}

void App::noteOddities(const ModelOddities& oddities, double now) {
  const std::size_t more = oddities.sentences.size() - 1;
  const std::string sentence =
      fmt::format("Your avatar's file is usable, but odd: {}{}", oddities.sentences.front(),
                  more == 0 ? "" : fmt::format(" And {} more; lead-tool inspect lists them.", more));
  panel_.notice(sentence, now);
  if (options_.automated()) fmt::print("{}\n", sentence);
}

void App::takeIn(const SessionEvent& event, double now) {
  if (const auto* change = std::get_if<ConnectionChanged>(&event)) {
    changed(*change, now);
  } else if (const auto* refused = std::get_if<HoldRefused>(&event)) {
    grabbing_.refused(refused->avatar, refused->hand);
    panel_.notice(refused->sentence, now);
  } else if (const auto* command = std::get_if<CommandRefused>(&event)) {
    panel_.notice(command->sentence, now);
  } else if (const auto* room = std::get_if<RoomChanged>(&event)) {
    noteOwnAvatar(*room->info, now);
  } else if (const auto* oddities = std::get_if<ModelOddities>(&event)) {
    noteOddities(*oddities, now);
  } else if (const auto* progress = std::get_if<ModelProgress>(&event)) {
    panel_.progress(*progress);
  } else if (const auto* ready = std::get_if<ModelReady>(&event)) {
    panel_.finished(ready->model);
  } else if (const auto* failed = std::get_if<ModelFailed>(&event)) {
    panel_.finished(failed->model);
    panel_.notice(failed->sentence, now);
    if (options_.automated()) fmt::print(stderr, "lead-desktop: {}\n", failed->sentence);
  }
}

// Automation begins when everybody who is in the room can be seen, so that scripts don't depend on how long
// that takes.
void App::checkReady(double now) {
  if (readySince_) return;
  const auto info = session_.room();
  if (info && session_.state() == ConnectionState::connected && playback_.tick() != 0 &&
      room_.complete(*info)) {
    const RoomView::Framing framing = room_.framing();
    grabbing_.camera.target = framing.center;
    grabbing_.camera.distance = std::min(2.6F * framing.radius, OrbitCamera::kMaxDistance);
    readySince_ = now;
  } else if (options_.automated() && now - began_ > kReadySeconds) {
    fail(fmt::format("Not everybody in the room could be drawn within {:.0f} s. Last: {}", kReadySeconds,
                     sentence_));
  }
}

void App::fulfil(const Panel::Wishes& wishes) {
  for (const auto& [name, value] : wishes.params) session_.setParam(name, value);
  for (const auto& [avatar, mode] : wishes.gazes) session_.setGaze(avatar, mode);
  for (AvatarId avatar : wishes.resets) session_.resetAvatar(avatar);
  for (const auto& [leader, follower] : wishes.joins) session_.joinHands(leader, follower);
  for (const HandOf& hand : wishes.parts) session_.partHands(hand);
  for (AvatarId avatar : wishes.partRows) session_.partRow(avatar);
  for (const auto& [avatar, file] : wishes.plays) play(avatar, file, steadySeconds());
  for (AvatarId avatar : wishes.stops) session_.stopMotion(avatar);
  if (wishes.bringAvatar) session_.bringAvatar(*wishes.bringAvatar);
  if (wishes.share) session_.shareAvatar(*wishes.share);
  if (wishes.spectate) {
    grabbing_.letGo();
    session_.setRole(*wishes.spectate ? Role::spectator : Role::leader);
  }
}

void App::measureLoss(const SessionStats& stats, double now) {
  constexpr double kSeconds = 3.0;
  if (now - loss_.since < kSeconds) return;
  const auto lost = static_cast<float>(stats.payloadsLost - loss_.lost);
  const auto came = static_cast<float>(stats.snapshots - loss_.came);
  loss_ = {now, stats.payloadsLost, stats.snapshots, lost > 0.0F ? lost / (lost + came) : 0.0F};
}

void App::drawPanel(double now) {
  PanelData data;
  const auto info = session_.room();
  data.state = session_.state();
  data.sentence = sentence_;
  data.server = options_.session.server;
  data.info = info.get();
  data.self = session_.participant();
  data.stats = session_.stats();
  measureLoss(data.stats, now);
  data.loss = loss_.share;
  data.framesPerSecond = framesPerSecond_;
  if (info)
    for (const AvatarInfo& avatar : info->avatars)
      if (session_.standsIn(avatar.model)) data.placeholders.insert(avatar.id);
  for (const AvatarSnapshot& avatar : playback_.avatars()) {
    data.gazes[avatar.id] = avatar.state.gaze.mode;
    data.arms[avatar.id] = avatar.state.arms;
    data.plays[avatar.id] = avatar.state.plays;
  }
  if (info) drawLabels(room_.labels(*info, data.self), grabbing_.camera.pose(), stage_.size());
  fulfil(panel_.draw(data, now));
}

void App::show(double now) {
  const auto seconds = static_cast<float>(now - lastFrame_);
  lastFrame_ = now;
  room_.draw(seconds);
  if (seconds > 1e-3F) framesPerSecond_ += 0.1F * (1.0F / seconds - framesPerSecond_);
  const CameraPose camera = grabbing_.camera.pose();
  stage_.setCamera(camera);
  environment_.follow(camera);
  room_.drawSpheres(grabbing_, session_.participant());
  {
    const Spending spending(stage_.cost(), FramePart::panel);
    overlay_.update(std::max(seconds, 1e-3F), [&] { drawPanel(now); });
    imGuiHasDrawn();
  }

  const bool last = options_.frames && readySince_ && framesDrawn_ + 1 >= *options_.frames;
  if (last && !options_.screenshot.empty()) screenshots_.push_back(options_.screenshot);
  if (screenshots_.empty()) {
    stage_.render();
  } else {
    pictures_.push_back(stage_.capture());
    for (const auto& file : screenshots_) savePng(file, pictures_.back());
    screenshots_.clear();
  }
  if (!readySince_) return;
  ++framesDrawn_;
  if (options_.stats) stats_.add(stage_.cost(), steadySeconds());
  stage_.cost() = {};
}

}  // namespace lead
