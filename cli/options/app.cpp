#include "cli/options/app.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <exception>
#include <new>
#include <string_view>

#include "cli/console.hpp"
#include "cli/options/help.hpp"
#include "cli/options/verb.hpp"
#include "cli/results.hpp"
#include "cli/version.hpp"
#include "spec/nearest.hpp"

namespace purlin::cli {
namespace {

constexpr const char* kCommandsToPaste =
    "purlin plan all_gather --ranks 4\n"
    "purlin verify '[p] n -> n' --op sum --ranks 8 --size 1M\n"
    "purlin run all_reduce";

void set_up(CLI::App& app) {
  app.description(fmt::format("purlin {}: GPU collectives from layouts: derived, proved, run", kVersion));
  app.footer(kCommandsToPaste);
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.set_help_flag("-h", "the options, on one screen")->group("Help");
  app.set_help_all_flag("--help", "everything, with examples")->group("Help");
  app.set_version_flag("--version", fmt::format("purlin {}", kVersion), "the version")->group("Help");
  app.require_subcommand(0, 1);
  app.allow_extras();
}

const CLI::App& verb_of(const CLI::App& app) {
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (verb->parsed()) return *verb;
  return app;
}

/// The format is not known yet where parsing failed: look at the words themselves.
OutputOptions output_asked_for(int argc, const char* const* argv) {
  OutputOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view next = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--format=json" || (word == "--format" && next == "json")) options.format = "json";
    if (word.starts_with("--color=")) options.color = word.substr(8);
    if (word == "--color") options.color = next;
  }
  return options;
}

Exit print(const std::string& text) {
  Results(std::nullopt).write(text);
  return Exit::good;
}

Exit refuse(const OutputOptions& output, std::string message, std::string help) {
  Console(output).error(std::move(message), std::move(help));
  return Exit::bad_request;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

/// CLI11 says "Could not convert: --ranks = abc" and the like.
Exit refuse_usage(const CLI::App& app, const CLI::ParseError& error, const OutputOptions& output) {
  std::string message = error.what();
  if (!message.empty()) message[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(message[0])));
  const CLI::App& verb = verb_of(app);
  const std::string command = verb.get_parent() == nullptr ? "purlin" : "purlin " + verb.get_name();
  return refuse(output, std::move(message), fmt::format("`{} -h` lists the options", command));
}

Exit refuse_extra(const CLI::App& app, const CLI::App& verb, const OutputOptions& output) {
  const std::string word = verb.remaining().front();
  const bool is_option = word.size() > 1 && word.front() == '-';
  const std::string name = word.substr(0, word.find('='));
  if (&verb != &app)
    return refuse(
        output,
        is_option ? fmt::format("purlin {} has no option '{}'", verb.get_name(), name)
                  : fmt::format("purlin {} takes no '{}'", verb.get_name(), word),
        did_you_mean(name, option_names(verb), fmt::format("purlin {} -h lists them", verb.get_name())));
  if (is_option)
    return refuse(output, fmt::format("option '{}' before a verb", name), "purlin VERB … OPTIONS");
  return refuse(output, fmt::format("no verb '{}'", word),
                did_you_mean(word, verb_names(app), "purlin lists them"));
}

}  // namespace

CLI::App& add_verb(CLI::App& purlin, const std::string& name, const std::string& purpose,
                   const std::string& examples) {
  CLI::App& verb = *purlin.add_subcommand(name, purpose);
  verb.set_help_flag("-h", "the options, on one screen")->group("Help");
  verb.set_help_all_flag("--help", "everything, with examples")->group("Help");
  verb.footer(examples);
  return verb;
}

CLI::Validator within(double least, double most) {
  const auto refusal = [least, most](const std::string& text) {
    double number = 0;
    const bool good = CLI::detail::lexical_cast(text, number) && number >= least && number <= most;
    return good ? std::string() : fmt::format("'{}' is no number from {} to {}", text, least, most);
  };
  return CLI::Validator(refusal, "", "");
}

namespace {

Exit act(const CLI::App& app, const std::vector<Verb>& verbs, const OutputOptions& output) {
  const CLI::App& chosen = verb_of(app);
  if (app.remaining_size() > 0) return refuse_extra(app, app, output);
  if (chosen.remaining_size() > 0) return refuse_extra(app, chosen, output);
  for (const Verb& verb : verbs)
    if (verb.app == &chosen) return verb.act();
  return print(overview(app));
}

Exit parse_and_act(int argc, const char* const* argv, const OutputOptions& output) {
  CLI::App app;
  set_up(app);
  std::vector<Verb> verbs;
  for (const auto declare : kVerbs) verbs.push_back(declare(app));
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return print(short_help(verb_of(app)));
  } catch (const CLI::CallForAllHelp&) {
    return print(complete_help(verb_of(app)));
  } catch (const CLI::CallForVersion& version) {
    return print(std::string(version.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    return refuse_usage(app, error, output);
  }
  return act(app, verbs, output);
}

}  // namespace

Exit run_app(int argc, const char* const* argv) {
  const OutputOptions output = output_asked_for(argc, argv);
  try {
    return parse_and_act(argc, argv, output);
  } catch (const std::bad_alloc&) {
    Console(output).error("out of memory");
  } catch (const std::exception& error) {
    Console(output).error(error.what());
  }
  return Exit::failure;
}

}  // namespace purlin::cli
