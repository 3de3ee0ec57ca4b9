#pragma once
#include <cstdint>
#include <vector>

#include "spec/problem.hpp"

namespace purlin {

/// Bytes that must cross each rank's port, one direction each, whatever the algorithm (no in-switch help).
struct PortBytes {
  std::vector<double> in;
  std::vector<double> out;
  double total = 0;  // of all ports in one direction: relaying ranks count too

  /// Of the busiest port.
  double busiest() const;
};

/// Every class of elements that share contributors and holders needs: one arrival at each holder that does
/// not have it whole; one departure of each contribution that somebody else needs (shared among its
/// replicas); and in all contributors + holders - 2 messages (- 1 where no holder contributes).
PortBytes least_port_bytes(const Problem& problem);

/// f of busbw = algbw × f: the busiest port's least bytes over size S. 2(R-1)/R for all_reduce, (R-1)/R for
/// all_gather, reduce_scatter, all_to_all, gather and scatter, 1 for broadcast, reduce and permute; 0 where
/// nothing must move.
double busbw_factor(const Problem& problem);

}  // namespace purlin
