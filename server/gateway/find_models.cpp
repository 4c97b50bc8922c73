#include "gateway/find_models.h"

#include <memory>

namespace lead::server {
namespace {

struct Search {
  ModelStore& store;
  std::vector<std::string> hashes;
  std::function<void(const StoreResult&, std::vector<AvatarModel>)> done;
  std::vector<AvatarModel> found{};
};

/// One after the other: each search's callback begins the next, so nothing is shared between threads at once.
void next(const std::shared_ptr<Search>& search) {
  if (search->found.size() == search->hashes.size()) {
    search->done({}, std::move(search->found));
    return;
  }
  search->store.find(search->hashes[search->found.size()], [search](const StoreResult& result) {
    if (result.fault != StoreFault::none) {
      search->done(result, {});
      return;
    }
    search->found.push_back(result.model->model);
    next(search);
  });
}

}  // namespace

void findModels(ModelStore& store, std::vector<std::string> hashes,
                std::function<void(const StoreResult&, std::vector<AvatarModel>)> done) {
  next(std::make_shared<Search>(Search{store, std::move(hashes), std::move(done)}));
}

}  // namespace lead::server
