// A sketch's pins and SPI as events of a panel trace, sent to `esl-sim panel listen`: see docs/firmware-ci.md.
// ESL_PANEL is the address of the panel, a Unix socket or host:port. ESL_PANEL_PINS has other pins than
// "cs=10,dc=9,rst=8,busy=7,sck=13,mosi=11"; a panel with two chips has two cs. Time is virtual.
#pragma once
#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace esl {

struct Pin {
  std::string name;
  int chip;
  int level;
};

class Panel {
 public:
  static Panel &instance() {
    static Panel panel;
    return panel;
  }

  uint64_t micros() const { return now_; }

  void wait(uint64_t us) {
    flushData();
    now_ += us;
    send("[\"wait_us\"," + std::to_string(us) + "]");
  }

  void setPin(int number, int level) {
    auto found = pins_.find(number);
    if (found == pins_.end() || found->second.level == level) return;
    Pin &pin = found->second;
    pin.level = level;
    if (pin.name == "sck") return clock(level);
    if (pin.name == "mosi" || pin.name == "busy") return;
    flushData();
    const std::string chip = pin.name == "cs" && chips_ > 1 ? "," + std::to_string(pin.chip) : "";
    send("[\"" + pin.name + "\"," + std::to_string(level) + chip + "]");
  }

  int getPin(int number) {
    auto found = pins_.find(number);
    if (found == pins_.end()) return 0;
    if (found->second.name != "busy") return found->second.level > 0;
    flushData();
    now_ += 1000;
    const std::string answer = ask("[\"level\"]");
    return answer.find("\"level\":1") != std::string::npos;
  }

  void write(uint8_t octet) {
    if (level("dc") == 0) {
      flushData();
      return send("[\"c\"," + std::to_string(octet) + "]");
    }
    static const char digits[] = "0123456789abcdef";
    data_ += digits[octet >> 4];
    data_ += digits[octet & 15];
    if (data_.size() >= 32768) flushData();
  }

 private:
  int socket_ = -1;
  int chips_ = 0;
  uint64_t now_ = 0;
  int bits_ = 1;
  std::map<int, Pin> pins_;
  std::string data_, out_, in_;

  Panel() {
    const char *given = getenv("ESL_PANEL_PINS");
    readPins(given && *given ? given : "cs=10,dc=9,rst=8,busy=7,sck=13,mosi=11");
    const char *address = getenv("ESL_PANEL");
    if (!address || !*address) fail("Expected the address of `esl-sim panel listen` in ESL_PANEL but received none");
    connectTo(address);
  }

  // The last answer shows that the panel has taken everything.
  ~Panel() {
    flushData();
    if (socket_ >= 0) ask("[\"level\"]");
  }

  [[noreturn]] static void fail(const std::string &message) {
    fprintf(stderr, "%s\n", message.c_str());
    _exit(1);
  }

  void readPins(const std::string &text) {
    std::string name;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find(',', at), text.size());
      const std::string part = text.substr(at, end - at);
      const size_t equals = part.find('=');
      if (equals != std::string::npos) name = part.substr(0, equals);
      const int number = atoi(part.c_str() + (equals == std::string::npos ? 0 : equals + 1));
      pins_[number] = {name, name == "cs" ? chips_++ : 0, -1};
      at = end + 1;
    }
  }

  int level(const char *name) const {
    for (const auto &pin : pins_)
      if (pin.second.name == name) return pin.second.level;
    return -1;
  }

  void connectTo(const std::string &address) {
    const size_t colon = address.rfind(':');
    int result = -1;
    if (colon == std::string::npos) {
      sockaddr_un local{};
      local.sun_family = AF_UNIX;
      if (address.size() < sizeof local.sun_path) {
        memcpy(local.sun_path, address.c_str(), address.size() + 1);
        socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
        result = connect(socket_, reinterpret_cast<sockaddr *>(&local), sizeof local);
      }
    } else {
      addrinfo hints{}, *found = nullptr;
      hints.ai_socktype = SOCK_STREAM;
      if (getaddrinfo(address.substr(0, colon).c_str(), address.c_str() + colon + 1, &hints, &found) == 0) {
        socket_ = socket(found->ai_family, SOCK_STREAM, 0);
        result = connect(socket_, found->ai_addr, found->ai_addrlen);
        freeaddrinfo(found);
      }
    }
    if (result != 0) fail("Expected a panel at " + address + " but nothing listens there");
  }

  // Eight rising edges of a bit-banged clock are a byte.
  void clock(int level) {
    if (level == 0) return;
    bits_ = bits_ << 1 | (this->level("mosi") > 0);
    if (bits_ < 256) return;
    write(bits_ & 255);
    bits_ = 1;
  }

  void flushData() {
    if (data_.empty()) return;
    send("[\"d\",\"" + data_ + "\"]");
    data_.clear();
  }

  void send(const std::string &line) {
    out_ += line + "\n";
    if (out_.size() > 65536) flush();
  }

  void flush() {
    for (size_t at = 0; at < out_.size();) {
      const ssize_t sent = ::send(socket_, out_.data() + at, out_.size() - at, MSG_NOSIGNAL);
      if (sent <= 0) fail("The panel closed the connection");
      at += static_cast<size_t>(sent);
    }
    out_.clear();
  }

  std::string ask(const std::string &line) {
    send(line);
    flush();
    size_t end;
    while ((end = in_.find('\n')) == std::string::npos) {
      char chunk[512];
      const ssize_t length = recv(socket_, chunk, sizeof chunk, 0);
      if (length <= 0) fail("The panel closed the connection");
      in_.append(chunk, static_cast<size_t>(length));
    }
    const std::string answer = in_.substr(0, end);
    in_.erase(0, end + 1);
    if (answer.find("\"error\"") != std::string::npos) fail(answer);
    return answer;
  }
};

}  // namespace esl
