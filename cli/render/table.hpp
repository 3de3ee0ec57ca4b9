#pragma once
#include <string>
#include <vector>

namespace purlin::cli {

/// `width` is the least; numbers stand right, words left.
struct Column {
  std::string title;
  std::string unit;
  std::size_t width = 0;
  bool words = false;
};

using Row = std::vector<std::string>;

struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;
};

/// Line by line, for rows that come one after the other. A unit line only where a column has a unit.
std::string text_head(const std::vector<Column>& columns);
std::string text_row(const std::vector<Column>& columns, const Row& row);
std::string md_head(const std::vector<Column>& columns);
std::string md_row(const Row& row);
std::string csv_row(const Row& row);

/// The whole, each column as wide as it needs.
std::string render_text(Table table);
std::string render_md(const Table& table);
/// Titles, then rows; units belong into the titles.
std::string render_csv(const Table& table);

}  // namespace purlin::cli
