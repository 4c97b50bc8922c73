// What a script has the window do, and what an automated run writes.
#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "desktop/app.h"
#include "desktop/report.h"
#include "math/rotation.h"
#include "session/clock.h"

namespace lead {
namespace {

constexpr double kReportSeconds = 0.2;
constexpr float kDegree = kPi / 180.0F;

}  // namespace

void App::playScript(double now) {
  if (!script_) return;
  bool pointed = false;
  do {
    pointed = false;
    for (const script::Action& action : script_->due(now - *readySince_)) {
      carryOut(action, now);
      pointed = std::holds_alternative<script::Point>(action);
    }
  } while (pointed);  // what is due after it is due now, too: until the next frame the hand moves away
}

std::optional<AvatarId> App::avatarAt(std::size_t number) const {
  const auto info = session_.room();
  if (!info || number > info->avatars.size()) return std::nullopt;
  return info->avatars[number - 1].id;
}

void App::carryOut(const script::Action& action, double now) {
  if (const auto* move = std::get_if<script::Move>(&action)) {
    handle(PointerMoved{move->to});
  } else if (const auto* point = std::get_if<script::Point>(&action)) {
    const auto avatar = avatarAt(point->avatar);
    for (const GrabbableHand& hand : grabbing_.hands()) {
      if (hand.avatar != avatar || hand.side != point->hand) continue;
      if (const auto pixel = grabbing_.camera.pose().toPixel(hand.position, stage_.size())) {
        script_->pointerIs(*pixel);
        handle(PointerMoved{*pixel});
      }
    }
  } else if (const auto* press = std::get_if<script::Press>(&action)) {
    handle(press->change);
  } else if (const auto* turn = std::get_if<script::Turn>(&action)) {
    handle(WheelTurned{turn->steps});
  } else if (const auto* key = std::get_if<script::PressKey>(&action)) {
    handle(key->change);
  } else if (const auto* drop = std::get_if<script::Drop>(&action)) {
    this->drop(drop->file, now);
  } else if (const auto* camera = std::get_if<script::Camera>(&action)) {
    grabbing_.camera.yaw = camera->yawDegrees * kDegree;
    grabbing_.camera.pitch = camera->pitchDegrees * kDegree;
    grabbing_.camera.distance = camera->distance;
    grabbing_.camera.target = camera->target;
  } else if (const auto* gaze = std::get_if<script::Gaze>(&action)) {
    if (const auto avatar = avatarAt(gaze->avatar)) session_.setGaze(*avatar, gaze->mode);
  } else if (const auto* reset = std::get_if<script::Reset>(&action)) {
    if (const auto avatar = avatarAt(reset->avatar)) session_.resetAvatar(*avatar);
  } else if (const auto* screenshot = std::get_if<script::Screenshot>(&action)) {
    screenshots_.push_back(screenshot->file);
  } else if (const auto* sheet = std::get_if<script::Sheet>(&action)) {
    sheets_.push_back(*sheet);
  } else if (std::holds_alternative<script::Print>(action)) {
    fmt::print("{}\n", reportLine(unixSeconds(), session_.room().get(), playback_, grabbing_, stage_.size(),
                                  session_.participant()));
    std::fflush(stdout);
  } else {
    exitCode_ = exitCode_.value_or(0);
  }
}

void App::finish(double now) {
  for (const script::Sheet& sheet : sheets_)
    if (!pictures_.empty()) savePng(sheet.file, contactSheet(pictures_, sheet.columns));
  sheets_.clear();
  writeReport(now);
  const bool framesDone = options_.frames && framesDrawn_ >= *options_.frames;
  const bool scriptDone = script_ && script_->finished() && !options_.frames;
  if (framesDone || (scriptDone && options_.automated())) exitCode_ = exitCode_.value_or(0);
}

void App::writeReport(double now) {
  if (!report_.is_open() || !readySince_ || now < nextReport_) return;
  nextReport_ = now + kReportSeconds;
  report_ << reportLine(unixSeconds(), session_.room().get(), playback_, grabbing_, stage_.size(),
                        session_.participant())
          << std::endl;
}

}  // namespace lead
