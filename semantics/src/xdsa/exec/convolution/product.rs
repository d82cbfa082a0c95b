//! What a convolution multiplies: a map and its window, the filters, their units.

use super::kernel::{Codes, Finish, run};
use crate::xdsa::Kind;
use crate::xdsa::exec::geometry::{Map, Padding};
use crate::xdsa::exec::moves::strided;
use crate::xdsa::exec::offsets::{assemble, count, ramp};
use crate::xdsa::exec::{Done, Profile, Region, Request};
use crate::xdsa::isa::Unit;

/// A map, filters that move over it, and what lies around it.
#[derive(Clone, Debug)]
pub(in crate::xdsa::exec) struct Product {
    pub(in crate::xdsa::exec) map: Map,
    /// The unit of the filters.
    pub(in crate::xdsa::exec) weight: Unit,
    /// How many filters there are.
    pub(in crate::xdsa::exec) filters: u64,
    /// Whether each filter takes part of one channel only.
    depthwise: bool,
    /// Whether there is a third dimension, whose maps have no strides.
    depth: bool,
    padding: Padding,
}

impl Product {
    /// Of a table with a kernel; what does not fit is noted.
    pub(in crate::xdsa::exec) fn read(
        request: &mut Request<'_>,
        map: Map,
        depthwise: bool,
        depth: bool,
    ) -> Self {
        let weight = request.unit("w_unit");
        let filters = request.size("k_num");
        if depthwise && map.c != 0 && !filters.is_multiple_of(map.c) {
            let message = format!("k_num is {filters}; right: a multiple of fm_c, {}", map.c);
            request.note(Kind::BadDimension, message);
        }
        map.check(request);
        let padding = Padding::read(request, &map);
        Self { map, weight, filters, depthwise, depth, padding }
    }

    /// How many results there are.
    pub(in crate::xdsa::exec) fn results(&self) -> u64 {
        self.map.windows().saturating_mul(self.filters)
    }

    /// How many products are summed for all of them.
    pub(in crate::xdsa::exec) fn products(&self) -> u64 {
        [self.results(), self.map.places(), self.channels()]
            .into_iter()
            .fold(1, u64::saturating_mul)
    }

    /// Channels that a filter takes part of.
    fn channels(&self) -> u64 {
        if self.depthwise { 1 } else { self.map.c }
    }

    /// Map, kernel, and the table of pads where one is read.
    pub(in crate::xdsa::exec) fn regions(&self, request: &Request<'_>) -> Vec<Region> {
        let [deep, high, wide] = self.map.axes.map(|axis| axis.kernel);
        let inner = if self.map.channels_last { self.channels() } else { 1 };
        let rows = count(&[self.filters, deep, high, self.channels() / inner]);
        let row = request.dense("kernel", self.weight, wide * inner);
        let distance = if self.depth { 0 } else { request.get("k_line_stride") };
        let kernel = strided(row, 1, rows, distance, 0);
        let map = self.map.region(request, self.depth);
        [map, kernel].into_iter().chain(self.padding.region()).collect()
    }

    /// The results, in the order of the format: each total goes through `finish`. `zeros`: whether the sign of a zero total counts.
    pub(in crate::xdsa::exec) fn run(
        &self,
        read: &[Vec<u64>],
        profile: &Profile,
        zeros: bool,
        finish: Finish<'_>,
    ) -> Done {
        let pads = self.padding.values(read.get(2), self.map.c);
        let codes = Codes {
            map: self.map,
            units: [self.map.unit, self.weight],
            groups: if self.depthwise { self.map.c as usize } else { 1 },
            places: [self.map.by_place(&read[0]), pads].concat(),
            weights: self.by_filter(&read[1]),
            filters: self.filters as usize,
        };
        let (results, flags) = run(&codes, profile.sums, zeros, finish);
        let written = vec![self.map.by_format(results, self.map.windows(), self.filters)];
        Done { written, flags, ..Done::default() }
    }

    /// The filters with the channels of each place side by side.
    fn by_filter(&self, kernel: &[u64]) -> Vec<u64> {
        if self.map.channels_last || self.depthwise {
            return kernel.to_vec();
        }
        let (places, channels) = (self.map.places(), self.map.c);
        let axes = [ramp(self.filters, places * channels), ramp(places, 1), ramp(channels, places)];
        assemble(kernel, &axes)
    }
}
