// Scenario files, tick by tick: for whoever wants to look at the world between ticks.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "scenario/scenario.h"

namespace lead {

/// Runs a scenario. `scenario` must outlive it. One thread at a time.
class ScenarioRunner {
 public:
  explicit ScenarioRunner(const Scenario& scenario);
  ~ScenarioRunner();

  /// Ticks of the whole scenario.
  std::uint64_t ticks() const;
  /// The tick last made; 0: none yet, the avatars stand where they were put.
  std::uint64_t tick() const;
  double time() const;  ///< the end of that tick, seconds
  /// Makes the next tick; false, and nothing is done, after the last.
  bool step();

  const World& world() const;
  /// As the scenario calls it.
  const std::string& nameOf(AvatarId avatar) const;
  const std::map<std::string, glm::vec3>& heads() const;  ///< of the participants who have one

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lead
