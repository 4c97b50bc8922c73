// What libraries say of an error, as users read it.
#pragma once

#include <string>

namespace lead {

/// With a capital letter, unless it begins with a path, and a full stop.
inline std::string asSentence(std::string text) {
  if (text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z' && text.find('/') > text.find(' '))
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (text.back() != '.') text += '.';
  return text;
}

}  // namespace lead
