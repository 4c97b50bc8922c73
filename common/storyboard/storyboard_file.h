// Storyboard files, JSON: a pose by itself, a panel or a page. docs/storyboard.md describes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storyboard/panel.h"

namespace lead::storyboard {

/// Throws StoryboardError with the field: not JSON, an unknown name, out of range, too much of something.
PoseVector parsePose(std::string_view json);

/// A pose is a page of one panel that shows the whole canvas; a panel likewise, a page of it.
struct StoryboardFile {
  Page page;
  bool wholePage = false;  ///< the file says how panels are laid out
};
StoryboardFile parseStoryboard(std::string_view json);

/// What is not as in the reference pose only; parsePose() of it gives the same pose.
std::string poseJson(const PoseVector& pose);
/// parseStoryboard() of it gives the same page.
std::string pageJson(const Page& page);

/// The intents, data: open, tense, shy, proud, running, leading, being-led.
const std::vector<std::string_view>& intentNames();
/// Throws StoryboardError that lists the names.
Figure figureOf(std::string_view intent);

}  // namespace lead::storyboard
