#include "cli/options/help.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/render/text.hpp"

namespace purlin::cli {
namespace {

constexpr std::size_t kWidth = 79;
constexpr std::size_t kNames = 26;  // columns of an option's names in the complete help

using Options = std::vector<const CLI::Option*>;

Options positionals(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

Options options_in(const CLI::App& app, const std::string& group) {
  return app.get_options(
      [&](const CLI::Option* option) { return option->nonpositional() && option->get_group() == group; });
}

std::vector<std::string> shown_groups(const CLI::App& app) {
  std::vector<std::string> groups = app.get_groups();
  std::erase_if(groups,
                [&](const std::string& group) { return group.empty() || options_in(app, group).empty(); });
  return groups;
}

std::vector<const CLI::App*> verbs_of(const CLI::App& purlin) {
  return purlin.get_subcommands([](const CLI::App* verb) { return !verb->get_group().empty(); });
}

std::string spelled(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  const std::string& takes = option.get_option_text();
  return join(names, ", ") + (takes.empty() ? "" : " " + takes);
}

std::string usage(const CLI::App& app) {
  std::string text = "purlin " + app.get_name();
  for (const CLI::Option* option : positionals(app)) text += " " + option->get_option_text();
  return text;
}

std::string indented(const std::vector<std::string>& lines, const std::string& first,
                     const std::string& rest) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? first : rest) + line + "\n";
  return text;
}

std::string explained(const std::string& names, const std::string& description) {
  const std::vector<std::string> lines = wrap(description, kWidth - kNames - 2);
  const std::string indent(kNames + 2, ' ');
  if (width_of(names) + 1 > kNames) return "  " + names + "\n" + indented(lines, indent, indent);
  return indented(lines, "  " + left(names, kNames), indent);
}

std::string verb_list(const CLI::App& purlin) {
  std::string text;
  for (const CLI::App* verb : verbs_of(purlin)) text += explained(usage(*verb), verb->get_description());
  return text;
}

std::string title(const CLI::App& app) {
  if (app.get_parent() == nullptr) return app.get_description() + "\n";
  return indented(wrap(usage(app) + ": " + app.get_description(), kWidth), "", "  ");
}

std::string examples(const CLI::App& app) {
  return app.get_footer().empty() ? ""
                                  : "\nExamples:\n" + indented(split(app.get_footer(), '\n'), "  ", "  ");
}

/// The options' names alone, a group per paragraph.
std::string names_in(const CLI::App& app, const std::string& group) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options_in(app, group)) {
    std::string name = spelled(*option);
    std::replace(name.begin(), name.end(), ' ', '\1');  // a name and its value stay on one line
    names.push_back(name);
  }
  const std::string head = group.substr(0, group.find(" ("));
  std::string text =
      indented(wrap(join(names, "  "), kWidth - 14), "  " + left(head, 10), std::string(12, ' '));
  std::replace(text.begin(), text.end(), '\1', ' ');
  return text;
}

std::string explained(const CLI::App& app, const std::string& group) {
  std::string text = "\n" + group + ":\n";
  for (const CLI::Option* option : options_in(app, group))
    text += explained(spelled(*option), option->get_description());
  return text;
}

constexpr const char* kStatuses = R"(
Exit status: 0 good; 1 the answer is bad (a proof failed, wrong data, a wait
gave up, a comparison beyond its threshold); 2 the request is bad; 3 outside
failure (writing, memory, driver); 130 interrupted. Results go to standard
output, everything else to standard error.
)";

}  // namespace

std::string overview(const CLI::App& purlin) {
  return fmt::format(
      "{}\n\n{}\nTry:\n{}\n`purlin VERB -h` lists a verb's options, `purlin VERB --help` explains them.\n",
      purlin.get_description(), verb_list(purlin), indented(split(purlin.get_footer(), '\n'), "  ", "  "));
}

std::string short_help(const CLI::App& app) {
  if (app.get_parent() == nullptr) return overview(app);
  std::string text = title(app) + "\n";
  for (const std::string& group : shown_groups(app)) text += names_in(app, group);
  return text + examples(app) + fmt::format("\n`purlin {} --help` explains each.\n", app.get_name());
}

std::string complete_help(const CLI::App& app) {
  std::string text = title(app);
  if (app.get_parent() == nullptr) text += "\n" + verb_list(app);
  if (!positionals(app).empty()) text += "\n";
  for (const CLI::Option* option : positionals(app))
    text += explained(option->get_option_text(), option->get_description());
  for (const std::string& group : shown_groups(app)) text += explained(app, group);
  return text + examples(app) + kStatuses;
}

}  // namespace purlin::cli
