#include "spec/rules.hpp"

#include <algorithm>
#include <array>

namespace purlin {
namespace {

constexpr std::array kRules = {
    SpecRule{"S001", "A spec and its files can be read",
             "A file exists, may be read and is no directory; a pipe says something within a minute.",
             "files", "Name a readable file, or - for standard input."},
    SpecRule{
        "S002", "A text has a sane size",
        "A TOML file has at most 1 MiB and a CSV file at most 16 MiB, so that a wrong path (a device, a data "
        "file) costs neither time nor memory.",
        "files", "Check the path. Large tables of a ragged axis belong into a CSV file."},
    SpecRule{
        "S003", "A spec is TOML",
        "The text follows TOML 1.0. The parser stops at the first place that does not, so this one error may "
        "hide others.",
        "files", "Strings need quotes, tables are [name], values are key = value."},
    SpecRule{"S004", "Keys are shallow",
             "A dotted key has at most 32 parts; no key of a spec has more than three.", "files",
             "Write tables as [name], and keys inside of them."},
    SpecRule{
        "S005", "A spec is a file, a name or a pair",
        "SPEC is a TOML file, - for standard input, the name of a collective, or a pair of layouts with ->.",
        "files", "`all_reduce`, `samples/01_all_reduce.toml` and `'[p] n -> n'` are specs."},
    SpecRule{"S006", "Errors are few enough to be read",
             "After 100 errors of one text the others are dropped: they mostly follow from the first.",
             "files", "Mend the errors shown first."},

    SpecRule{"S101", "Tables have known names",
             "A spec has the tables [mesh], [axes], [collective] and [options].", "tables-and-keys",
             "Take the name that the help line suggests."},
    SpecRule{"S102", "Keys have known names",
             "A key that nobody reads would be a wish that nobody hears, so unknown keys are errors.",
             "tables-and-keys", "Take the name that the help line suggests, or remove the key."},
    SpecRule{"S103", "Values have the type of their key",
             "Names and layouts are strings, shapes are arrays of integers, switches are true or false.",
             "tables-and-keys", "Write the value as the message says; strings need quotes."},
    SpecRule{"S104", "[collective] says what is asked for",
             "Either a kind, or an input and an output layout.", "tables-and-keys",
             "Add kind = \"all_reduce\", or both input and output."},
    SpecRule{"S105", "A kind stands instead of layouts",
             "A kind is a named pair of layouts; saying both leaves open which is meant.", "tables-and-keys",
             "Remove the kind, or remove input and output."},
    SpecRule{"S106", "Names are words",
             "Mesh and data axes are called by letters, digits and _, and no digit first.", "layout-strings",
             "Rename the axis: layout strings could not name it otherwise."},
    SpecRule{"S107", "Sizes are sizes",
             "A size is a whole number from 0 to 2^63 - 1, or a string with K M G or Ki Mi Gi: all powers of "
             "1024. "
             "A fraction (\"1.5M\") must come out whole.",
             "sizes", "Write 8192, \"8K\" or \"8Ki\"."},
    SpecRule{"S108", "root, shift and over go with kinds that use them",
             "They place a named pair of layouts. Layouts say the same themselves: @ 0, [s+1], [tp=s].",
             "named-collectives", "Remove the key, or say it in the layout."},

    SpecRule{"S201", "A layout string follows the grammar",
             "A layout is [bound axes] local axes @ pin, each part optional, in this order.",
             "layout-strings", "Compare with [rank] b h, [dp, tp=x+1] n and n @ tp=0."},
    SpecRule{"S202", "Layout strings are short and their numbers small",
             "A layout string has at most 4096 characters; shifts and pins fit 64 bits.", "layout-strings",
             "Shorten the names, or the number."},
    SpecRule{"S203", "Mesh axes exist",
             "On a mesh of several axes a bare [x] names the mesh axis x and the data axis x; [tp=x] binds "
             "the data "
             "axis x to the mesh axis tp.",
             "layout-strings", "Name an axis of the mesh."},
    SpecRule{
        "S204", "A layout binds a mesh axis once",
        "A rank has one coordinate on each mesh axis. Two data axes bound there would be held on a diagonal "
        "only, and the rest of the tensor nowhere.",
        "layout-strings", "Bind one axis, and keep the other local or bind it elsewhere."},
    SpecRule{"S205", "An axis stands once in a layout", "It is bound or local, never both, never twice.",
             "layout-strings", "Remove one of the two."},
    SpecRule{"S206", "A pinned mesh axis is not bound",
             "A bound axis spreads over all coordinates of its mesh axis, a pin keeps one.", "layout-strings",
             "Remove the pin or the binding."},
    SpecRule{"S207", "A pin lies in the mesh", "Coordinates count from 0 to the extent less one.",
             "layout-strings", "Choose a coordinate that exists."},
    SpecRule{"S208", "A bare pin needs a mesh of one axis",
             "@ 0 does not say which of several axes is meant.", "layout-strings", "Name it: @ tp=0."},
    SpecRule{"S209", "A mesh axis is pinned once", "Two pins on one axis agree or exclude all ranks.",
             "layout-strings", "Keep one."},

    SpecRule{"S301", "axes and shape go together", "Each mesh axis has one name and one extent.", "the-mesh",
             "Give as many names as extents."},
    SpecRule{"S302", "Extents are at least 1", "A mesh has ranks. One is enough.", "the-mesh",
             "Write a positive extent."},
    SpecRule{"S303", "Mesh axes have distinct names", "Layouts bind and pin them by name.", "the-mesh",
             "Rename one of them."},
    SpecRule{"S304", "A mesh has at most 8 axes and 4096 ranks",
             "Schedules are explicit: they grow with the square of the ranks.", "the-mesh",
             "Use a smaller mesh."},
    SpecRule{"S305", "The number of ranks is known",
             "A file says the mesh's shape, unless --ranks does. Only what is named without a file has 8 by "
             "default.",
             "the-mesh", "Add shape = [8] to [mesh], or give --ranks 8."},
    SpecRule{"S306", "--ranks shapes a mesh of one axis",
             "How a number spreads over several axes, only the file can say.", "the-mesh",
             "Change shape in [mesh]."},

    SpecRule{"S401", "Declared axes are used",
             "An axis in [axes] that no layout names is mostly a typing mistake.", "axes",
             "Name it in a layout, or remove it."},
    SpecRule{"S402", "A bound axis has its mesh axis's size",
             "Each rank along the mesh axis holds one index of it. The size may be left out of [axes].",
             "axes", "Remove the size, or change it or the shape."},
    SpecRule{
        "S403", "A local axis has a size",
        "It comes from [axes], or from the mesh where the other layout binds the axis. A kind's n may get it "
        "from --size.",
        "axes", "Declare it in [axes]."},
    SpecRule{"S404", "A problem has at most 32 axes", "Bound and local ones together.", "axes",
             "Join axes that are never told apart."},
    SpecRule{"S405", "A problem has at most 1 EiB",
             "The whole tensor, and the buffers of all ranks together, have at most 2^60 bytes, so that no "
             "product "
             "of sizes overflows.",
             "axes", "Sizes in [axes] count elements, not bytes."},

    SpecRule{"S501", "A ragged axis is local", "Its size differs by rank or by row, a mesh axis's does not.",
             "ragged-axes", "Bind one of its parents."},
    SpecRule{
        "S502", "Parents are dense axes of the layouts",
        "A ragged axis has a size for each combination of its parents' indices, so it has at least one, each "
        "named once, none of them ragged.",
        "ragged-axes", "Name dense axes in per."},
    SpecRule{
        "S503", "Parents come first",
        "Wherever a ragged axis stands, its parents are bound, or local and before it: without them its size "
        "has no meaning.",
        "ragged-axes", "Name the parents before the ragged axis, or drop the ragged axis with them."},
    SpecRule{"S504", "A ragged axis has one table",
             "Its sizes stand in the spec (sizes) or in a CSV file (file).", "ragged-axes",
             "Give one of the two."},
    SpecRule{
        "S505", "A table has the shape of its parents",
        "sizes nests in the order of per. A CSV file has one line per index of the first parent and one cell "
        "per index of the second, without a header.",
        "ragged-axes", "Add or remove entries."},
    SpecRule{"S506", "A CSV file holds sizes", "Cells are sizes between commas; no header, no empty cells.",
             "ragged-axes", "Correct the cell."},
    SpecRule{"S507", "A CSV file has at most two parents", "It has lines and cells, and no third direction.",
             "ragged-axes", "Write sizes as nested arrays."},
    SpecRule{"S508", "Ragged axes have at most 2^20 combinations of parents",
             "All parents of all ragged axes of a problem, multiplied.", "ragged-axes",
             "Use coarser parents."},

    SpecRule{"S601", "The dtype is known", "f64 f32 f16 bf16 f8e4m3 f8e5m2 i64 i32 i8 u64 u32 u8.",
             "operations", "Choose one of them."},
    SpecRule{"S602", "The op is known", "copy, sum, prod, min, max or avg.", "operations",
             "Choose one of them."},
    SpecRule{"S603", "avg is for floats",
             "An integer average would have to round, and no way of it is right.", "operations",
             "Use sum, or a float dtype."},
    SpecRule{"S604", "The output shows what the input holds",
             "An axis in the output stands in the input too.", "operations",
             "Add the axis to the input, or drop it from the output."},
    SpecRule{"S605", "A copy keeps every axis",
             "Without an op nothing says how the elements along a dropped axis become one.", "operations",
             "Add op = \"sum\", or name the axis in the output."},
    SpecRule{"S606", "An op has something to reduce",
             "A warning: every axis of the input stands in the output, so the op acts as a copy.",
             "operations", "Remove op, or drop the axis that should be reduced."},
    SpecRule{"S607", "An op has a value where it is used",
             "Over zero elements sum is 0 and prod is 1; min, max and avg have no value there.", "operations",
             "Use sum or prod, or give the reduced axes elements."},

    SpecRule{"S701", "The kind is known",
             "Kinds are the rows of the table of named collectives and their aliases.", "named-collectives",
             "Choose one, or write the layouts: any pair is a collective."},
    SpecRule{"S702", "A kind and its op agree",
             "Reducing kinds take sum, prod, min, max or avg; the others only copy.", "named-collectives",
             "Remove op, or choose the kind that does what you mean."},
    SpecRule{
        "S703", "A kind on several mesh axes says over which",
        "The ranks along `over` take part in one collective; every other mesh axis makes independent groups.",
        "named-collectives", "Add over = \"tp\"."},
    SpecRule{"S704", "The root exists", "It is a coordinate along the mesh axis that the kind runs over.",
             "named-collectives", "Choose a coordinate that exists."},

    SpecRule{"S801", "Some axis can follow --size",
             "By default it is the innermost axis that is local on both sides. Where there is none, only "
             "scale can "
             "choose one.",
             "sizes", "Add scale = \"n\" to [collective], or leave --size out."},
    SpecRule{"S802", "A size can be reached",
             "Where the scaled axis stands on one side only, the other side's bytes are a least size.",
             "sizes", "Ask for a larger size, or scale another axis."},
    SpecRule{"S803", "scale names a free axis",
             "The sizes of bound axes come from the mesh, those of a ragged axis's parents from its table.",
             "sizes", "Name a local axis without such ties."},
    SpecRule{"S804", "In place is possible",
             "On every rank that holds both, input and output are equal, or one is a contiguous slice of the "
             "other. "
             "An axis reduced inside a rank leaves no natural position.",
             "in-place", "Use separate buffers, or change the local order."},
};

}  // namespace

std::span<const SpecRule> spec_rules() { return kRules; }

const SpecRule* spec_rule(std::string_view code) {
  const auto found = std::ranges::find(kRules, code, &SpecRule::code);
  return found == kRules.end() ? nullptr : &*found;
}

const BadSample* bad_sample(std::string_view code) {
  const auto samples = bad_samples();
  const auto found = std::ranges::find(samples, code, &BadSample::code);
  return found == samples.end() ? nullptr : &*found;
}

}  // namespace purlin
