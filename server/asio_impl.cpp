// Asio's own code, compiled once.
#include <asio/impl/src.hpp>
