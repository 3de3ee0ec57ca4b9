#include "cli/render/table.hpp"

#include <algorithm>

#include "cli/render/text.hpp"
#include "spec/assert.hpp"

namespace purlin::cli {
namespace {

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

Row titles_of(const std::vector<Column>& columns) {
  Row row;
  for (const Column& column : columns) row.push_back(column.title);
  return row;
}

Row units_of(const std::vector<Column>& columns) {
  Row row;
  for (const Column& column : columns) row.push_back(column.unit);
  return row;
}

bool has_units(const std::vector<Column>& columns) {
  return std::ranges::any_of(columns, [](const Column& column) { return !column.unit.empty(); });
}

std::string md_cell(const std::string& cell) {
  std::string escaped;
  for (char c : cell) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

std::string csv_cell(const std::string& cell) {
  if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string text_row(const std::vector<Column>& columns, const Row& row) {
  PURLIN_ASSERT(row.size() == columns.size());
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) line += "  ";
    line += columns[i].words ? left(row[i], columns[i].width) : right(row[i], columns[i].width);
  }
  return trimmed(std::move(line));
}

std::string text_head(const std::vector<Column>& columns) {
  const std::string titles = text_row(columns, titles_of(columns));
  return has_units(columns) ? titles + text_row(columns, units_of(columns)) : titles;
}

std::string md_row(const Row& row) {
  std::string line = "|";
  for (const std::string& cell : row) line += " " + md_cell(cell) + " |";
  return line + "\n";
}

std::string md_head(const std::vector<Column>& columns) {
  Row titles;
  std::string rule = "|";
  for (const Column& column : columns) {
    titles.push_back(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")");
    rule += column.words ? " --- |" : " ---: |";
  }
  return md_row(titles) + rule + "\n";
}

std::string csv_row(const Row& row) {
  std::vector<std::string> cells;
  for (const std::string& cell : row) cells.push_back(csv_cell(cell));
  return join(cells, ",") + "\n";
}

std::string render_text(Table table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Column& column = table.columns[i];
    column.width = std::max({column.width, width_of(column.title), width_of(column.unit)});
    for (const Row& row : table.rows) column.width = std::max(column.width, width_of(row.at(i)));
  }
  std::string text = text_head(table.columns);
  for (const Row& row : table.rows) text += text_row(table.columns, row);
  return text;
}

std::string render_md(const Table& table) {
  std::string text = md_head(table.columns);
  for (const Row& row : table.rows) text += md_row(row);
  return text;
}

std::string render_csv(const Table& table) {
  std::string text = csv_row(titles_of(table.columns));
  for (const Row& row : table.rows) text += csv_row(row);
  return text;
}

}  // namespace purlin::cli
