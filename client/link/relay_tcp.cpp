#include "link/relay_tcp.h"

#include <asio/buffer.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>
#include <chrono>
#include <deque>

namespace lead {
namespace {

using asio::ip::tcp;

constexpr std::size_t kReadBytes = 16 * 1024;
constexpr std::size_t kMostUnderWayBytes = 1024 * 1024;  // then the sender has to wait

}  // namespace

/// One client's connection and ours to the server for it.
class TcpConnection : public std::enable_shared_from_this<TcpConnection> {
 public:
  TcpConnection(TcpRelay& relay, tcp::socket client, std::uint32_t seed)
      : relay_(&relay),
        client_(std::move(client)),
        server_(client_.get_executor()),
        halves_{Half{client_, server_, LinkModel(relay.options_[0], seed)},
                Half{server_, client_, LinkModel(relay.options_[1], seed + 1)}} {}

  void start() {
    server_.async_connect(relay_->server_, [self = shared_from_this()](const asio::error_code& error) {
      if (self->relay_ == nullptr) return;
      if (error) {
        ++self->relay_->refused_;
        return self->end();
      }
      asio::error_code ignored;
      self->client_.set_option(tcp::no_delay(true), ignored);
      self->server_.set_option(tcp::no_delay(true), ignored);
      self->read(0);
      self->read(1);
    });
  }

  void setOptions(const std::array<LinkOptions, 2>& options) {
    for (std::size_t way = 0; way < 2; ++way) halves_[way].link.setOptions(options[way]);
  }

  /// The relay forgets it; what waits for its sockets ends.
  void end() {
    if (relay_ == nullptr) return;
    TcpRelay* relay = std::exchange(relay_, nullptr);
    asio::error_code ignored;
    for (Half& half : halves_) {
      half.from.close(ignored);
      half.timer.cancel();
    }
    relay->connections_.erase(shared_from_this());
  }

 private:
  struct Chunk {
    double at;
    std::vector<std::uint8_t> bytes;  ///< empty: the sender has said all
  };
  struct Half {
    Half(tcp::socket& from, tcp::socket& to, LinkModel link)
        : from(from), to(to), link(std::move(link)), timer(from.get_executor()) {}
    tcp::socket& from;
    tcp::socket& to;
    LinkModel link;
    asio::steady_timer timer;
    std::deque<Chunk> underWay;
    std::size_t bytes = 0;  ///< under way
    bool reading = false;
    bool writing = false;  ///< or waiting until the first chunk is due
    bool ended = false;    ///< the sender has said all
    bool done = false;     ///< and the receiver was told so
    std::array<std::uint8_t, kReadBytes> buffer{};
  };

  void read(std::size_t way) {
    Half& half = halves_[way];
    if (half.reading || half.ended || half.bytes >= kMostUnderWayBytes) return;
    half.reading = true;
    half.from.async_read_some(
        asio::buffer(half.buffer),
        [self = shared_from_this(), way](const asio::error_code& error, std::size_t size) {
          Half& half = self->halves_[way];
          half.reading = false;
          if (self->relay_ == nullptr) return;
          if (error && error != asio::error::eof) return self->end();
          half.ended = error == asio::error::eof;
          self->relay_->bytes_[way] += size;
          half.bytes += size;
          half.underWay.push_back({half.link.stream(self->relay_->now_(), size),
                                   {half.buffer.begin(), half.buffer.begin() + static_cast<long>(size)}});
          self->write(way);
          self->read(way);
        });
  }

  void write(std::size_t way) {
    Half& half = halves_[way];
    if (half.writing || half.underWay.empty()) return;
    half.writing = true;
    const double wait = half.underWay.front().at - relay_->now_();
    if (wait <= 0.0) return writeFirst(way);
    half.timer.expires_after(
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(wait)));
    half.timer.async_wait([self = shared_from_this(), way](const asio::error_code& error) {
      if (!error && self->relay_ != nullptr) self->writeFirst(way);
    });
  }

  void writeFirst(std::size_t way) {
    Half& half = halves_[way];
    if (half.underWay.front().bytes.empty()) {
      asio::error_code ignored;
      half.to.shutdown(tcp::socket::shutdown_send, ignored);
      half.done = true;
      if (halves_[0].done && halves_[1].done) end();
      return;
    }
    asio::async_write(half.to, asio::buffer(half.underWay.front().bytes),
                      [self = shared_from_this(), way](const asio::error_code& error, std::size_t) {
                        if (self->relay_ == nullptr) return;
                        if (error) return self->end();
                        Half& half = self->halves_[way];
                        half.bytes -= half.underWay.front().bytes.size();
                        half.underWay.pop_front();
                        half.writing = false;
                        self->write(way);
                        self->read(way);
                      });
  }

  TcpRelay* relay_;
  tcp::socket client_;
  tcp::socket server_;
  std::array<Half, 2> halves_;  ///< by Way
};

TcpRelay::TcpRelay(tcp::acceptor acceptor, tcp::endpoint server, const RelayOptions& options)
    : acceptor_(std::move(acceptor)),
      server_(std::move(server)),
      options_{options.up, options.down},
      seed_(options.seed ^ 0x5aU),
      pause_(acceptor_.get_executor()) {}

TcpRelay::~TcpRelay() {
  close();
}

void TcpRelay::start(std::function<double()> now) {
  now_ = std::move(now);
  accept();
}

void TcpRelay::close() {
  asio::error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  while (!connections_.empty()) {
    const std::shared_ptr<TcpConnection> first = *connections_.begin();
    first->end();
  }
}

void TcpRelay::setOptions(const LinkOptions& up, const LinkOptions& down) {
  options_ = {up, down};
  for (const auto& each : connections_) each->setOptions(options_);
}

void TcpRelay::accept() {
  acceptor_.async_accept([this](const asio::error_code& error, tcp::socket client) {
    if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) return;
    if (!error && connections_.size() < kMostConnections) {
      const auto connection = std::make_shared<TcpConnection>(*this, std::move(client), seed_);
      seed_ += 2;
      connections_.insert(connection);
      connection->start();
    }
    if (!error) return accept();
    // No descriptors left: asked again at once, it would fail again at once.
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([this](const asio::error_code& stopped) {
      if (!stopped) accept();
    });
  });
}

}  // namespace lead
