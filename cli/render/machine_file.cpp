#include "cli/render/machine_file.hpp"

#include <fmt/format.h>

#include "spec/assert.hpp"

namespace purlin::cli {
namespace {

/// A basic string of TOML.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string line_of(std::string_view key, const Constant& constant) {
  return fmt::format("{} = {{ value = {}, source = {}, confidence = {} }}\n", key, constant.number,
                     quoted(constant.source), quoted(name_of(constant.confidence)));
}

std::string constants(const Machine& machine) {
  std::string text;
  std::string_view table;
  for (const ConstantRule<Machine>& rule : machine_constants()) {
    if (!(machine.*rule.member).known) continue;
    const std::string_view own = rule.key.substr(0, rule.key.find('.'));
    if (own != table) text += fmt::format("\n[{}]\n", own);
    table = own;
    text += line_of(rule.key.substr(own.size() + 1), machine.*rule.member);
  }
  return text;
}

template <class Owner>
std::string named(std::string_view kind, const Owner& owner, const std::vector<ConstantRule<Owner>>& rules) {
  std::string text = fmt::format("\n[{}.{}]\n", kind, owner.name);
  if constexpr (requires { owner.title; })
    if (!owner.title.empty()) text += fmt::format("title = {}\n", quoted(owner.title));
  for (const ConstantRule<Owner>& rule : rules)
    if ((owner.*rule.member).known) text += line_of(rule.key, owner.*rule.member);
  return text;
}

std::string topology(const Machine& machine) {
  if (machine.wires.empty()) return "";
  std::string text = fmt::format("\n[topology]\nsource = {}\nconfidence = {}\nwires = [\n",
                                 quoted(machine.wires_source), quoted(name_of(machine.wires_confidence)));
  for (const Wire& wire : machine.wires)
    text += fmt::format("  {{ ends = [{}, {}], link = {}, count = {} }},\n",
                        quoted(machine.node_name(wire.a)), quoted(machine.node_name(wire.b)),
                        quoted(machine.links[static_cast<std::size_t>(wire.link)].name), wire.count);
  return text + "]\n";
}

}  // namespace

std::string render_machine_file(const Machine& machine, const std::vector<std::string>& remarks) {
  PURLIN_ASSERT(machine.gpu_speed.empty());
  std::string text;
  for (const std::string& remark : remarks) text += "# " + remark + "\n";
  text += fmt::format("title = {}\n", quoted(machine.title));
  if (machine.loopback) text += "loopback = true\n";
  if (machine.any_size) text += "any_size = true\n";
  text += constants(machine);
  for (const LinkKind& link : machine.links) text += named("link", link, link_constants());
  for (const Hub& hub : machine.hubs) text += named("hub", hub, hub_constants());
  return text + topology(machine);
}

}  // namespace purlin::cli
