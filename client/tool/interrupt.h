// Ctrl-C and SIGTERM as a question that loops ask.
#pragma once

namespace lead::tool {

/// From now on they end the program only when it has been asked to twice.
void catchInterrupts();
bool interrupted();

}  // namespace lead::tool
