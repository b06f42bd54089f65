// The features of a position, numbered as in engine/strategy/features.py, and the values of all options of a turn.
#pragma once
#include "rules.h"

constexpr int NEAR = 13, BEHIND = 5, STRETCHES = 12, ZONES = 4;
constexpr int O_LANE = 0, O_START = 32, O_RING = 38, O_STAGE = O_RING + NEAR + BEHIND + STRETCHES,
              O_FOLLOW = O_STAGE + ZONES * LANE, O_BLOCKED = O_FOLLOW + 13, SEAT = O_BLOCKED + 4;
constexpr int LAST_STRETCH = 18, GAPS = 14, PAIR = 3 * GAPS, PAIRS = 4 * SEAT, HELD = 3;
constexpr int HAND = PAIRS + 15 * PAIR, WAITING = HAND + HELD * RANKS, FITS = WAITING + 12, EIGHTS = FITS + 3, COUNT = EIGHTS + 2;

int pair_base(int one, int other) { return PAIRS + PAIR * (one * 4 + other - 1); }

struct Hand {
    int8_t n[RANKS] = {};
    int size = 0;
    void add(int rank) { n[rank]++, size++; }
    void drop(int rank) { n[rank]--, size--; }
};

constexpr int UNITS = 32;

// The weights of the features and, unless it is nullptr, a network that is added to them. Its numbers are those of the
// units, UNITS for each feature, then each unit's bias, then each unit's part of the value.
struct Player {
    const float *weights, *network;
};

// What the values of all results of one decision share.
struct Eyes {
    const Table& t;
    Player who;
    float units[UNITS] = {};
    int role[SIDES], gap[SIDE * SIDES];
    std::vector<int16_t>* found = nullptr;  // collect the features instead
    double total = 0;

    Eyes(const Table& table, Player player, int me) : t(table), who(player) {
        begin();
        for (int k = 0; k < t.r.sides; k++) {
            int s = (me + k) % t.r.sides;
            role[s] = !k ? 0 : t.teams[s] == t.teams[me] ? 1 : 2 * (k - 1) < t.r.sides - 1 ? 2 : 3;
        }
        for (int d = 0; d < t.ring; d++) gap[d] = d >= 1 && d <= 13 ? d - 1 : d == t.ring - 8 ? 13 : -1;
    }
    void begin() {
        total = 0;
        if (who.network) std::copy_n(who.network + COUNT * UNITS, UNITS, units);
    }
    void see(int feature) {
        if (found) return found->push_back(int16_t(feature));
        total += who.weights[feature];
        if (!who.network) return;
        const float* row = who.network + feature * UNITS;
        for (int n = 0; n < UNITS; n++) units[n] += row[n];
    }
    double sum() const {
        if (!who.network) return total;
        const float* part = who.network + COUNT * UNITS + UNITS;
        float sum = 0;
        for (int n = 0; n < UNITS; n++) sum += part[n] * std::max(units[n], 0.0f);
        return total + sum;
    }
    void seat(const Position& p, int s) {
        const Seat& own = p.seats[s];
        int base = role[s] * SEAT, home = own.home(), start = own.start();
        see(base + O_LANE + own.lane);
        see(base + O_START + start);
        bool out = false;
        for (int n = 0; n < own.on_ring; n++) {
            int go = t.to_go(s, own.ring[n]), zone;
            if (go < NEAR) see(base + O_RING + go), zone = 0;
            else if (go >= t.ring - BEHIND) see(base + O_RING + NEAR + t.ring - 1 - go), zone = 3;
            else {
                int stretch = (go - NEAR) * STRETCHES / (t.ring - BEHIND - NEAR);
                see(base + O_RING + NEAR + BEHIND + stretch);
                zone = stretch < STRETCHES / 2 ? 1 : 2;
            }
            see(base + O_STAGE + zone * LANE + home);
            out |= own.ring[n] == t.come_out(s);
            for (int m = 0; m < own.on_ring; m++) {
                int d = t.wrap(own.ring[n] - own.ring[m]);
                if (d >= 1 && d <= 13) see(base + O_FOLLOW + d - 1);
            }
        }
        if (out && start) see(base + O_BLOCKED + start - 1);
    }
    // Two marbles of different seats: the distance for the one ahead, or for both.
    void pair(int s, int hole, int other, int there) {
        met(s, hole, other, gap[t.wrap(hole - there)]);
        met(other, there, s, gap[t.wrap(there - hole)]);
    }
    void met(int s, int hole, int other, int distance) {
        if (distance < 0) return;
        int feature = pair_base(role[s], role[other]) + distance, go = t.to_go(s, hole);
        see(feature + (go < t.ring / 2 ? GAPS : 0));
        if (go < LAST_STRETCH) see(feature + 2 * GAPS);
    }
    void marble(const Position& p, int s, int hole, int first, int me) {
        for (int k = first; k < t.r.sides; k++) {
            int other = (me + k) % t.r.sides;
            const Seat& theirs = p.seats[other];
            for (int n = 0; n < theirs.on_ring; n++) pair(s, hole, other, theirs.ring[n]);
        }
    }
    void rest(const Position& p, int me) {
        for (int k = 1; k < t.r.sides; k++) {
            int s = (me + k) % t.r.sides;
            seat(p, s);
            for (int n = 0; n < p.seats[s].on_ring; n++) marble(p, s, p.seats[s].ring[n], k + 1, me);
        }
    }
    void own(const Position& p, int me) {
        seat(p, me);
        for (int n = 0; n < p.seats[me].on_ring; n++) marble(p, me, p.seats[me].ring[n], 1, me);
    }
    void hand(const Position& p, int me, const Hand& kept) {
        const Seat& own = p.seats[me];
        for (int rank = 0; rank < RANKS; rank++)
            if (kept.n[rank]) see(HAND + HELD * rank + std::min<int>(kept.n[rank], HELD) - 1);
        if (int start = own.start()) {
            int exits = kept.n[A] + kept.n[JACK] + kept.n[JACK + 1] + kept.n[KING] + kept.n[JOKER];
            see(WAITING + 4 * (std::min(start, 3) - 1) + std::min(exits, 3));
        }
        int fits = 0, eights = 0, first = LANE;
        if (own.lane) first = __builtin_ctz(own.lane);
        for (int n = 0; n < own.on_ring; n++) {
            int go = t.to_go(me, own.ring[n]);
            if (kept.n[EIGHT] && go >= t.ring - BEHIND) eights++;
            if (go > 12) continue;
            bool fit = false;
            int most = go + first;  // the longest walk that ends in the lane
            for (int m = 0; m < own.on_ring; m++) {
                int d = t.wrap(own.ring[m] - own.ring[n]);
                if (m != n && d <= go) most = 0;
            }
            for (int c = go + 1; c <= std::min(most, 13); c++) fit |= walks(kept, c);
            fits += fit;
        }
        if (fits) see(FITS + std::min(fits, 3) - 1);
        if (eights) see(EIGHTS + std::min(eights, 2) - 1);
    }
    bool walks(const Hand& kept, int c) const {
        switch (c) {
            case 1: return kept.n[A];
            case 8: return false;
            case 10: return kept.n[TEN] || kept.n[JACK] || kept.n[JACK + 1] || kept.n[KING];
            case 11: return t.r.ace_11 && kept.n[A];
            case 12: case 13: return false;
            default: return kept.n[c - 1];
        }
    }
    double value(const Position& p, int me, const Hand& kept) {
        begin();
        rest(p, me), own(p, me), hand(p, me, kept);
        return sum();
    }
};

struct Option {
    Position p;
    int rank;  // -1: nothing is laid
    double value;
};

void options_of(const Table& t, const Position& p, int turn, const Hand& hand, std::vector<Option>& found) {
    found.clear();
    bool obliged = false;
    for (int rank = 0; rank < RANKS; rank++) {
        if (!hand.n[rank]) continue;
        size_t before = found.size();
        t.results(p, turn, rank, [&](const Position& q) { found.push_back({q, rank, 0}); });
        if (found.size() > before) obliged |= rank != JOKER || t.r.joker_forced;
    }
    if (obliged) return;
    Position same = p;
    same.others = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (hand.n[rank]) found.push_back({same, rank, 0});
    if (!hand.size) found.push_back({same, -1, 0});
}

void valued(const Table& t, Player who, const Position& p, int turn, Hand hand, std::vector<Option>& options) {
    Eyes eyes(t, who, turn);
    eyes.rest(p, turn);
    double total = eyes.total;
    float units[UNITS];
    std::copy_n(eyes.units, UNITS, units);
    for (Option& one : options) {
        eyes.total = total;
        std::copy_n(units, UNITS, eyes.units);
        if (one.p.others) eyes.begin(), eyes.rest(one.p, turn);
        eyes.own(one.p, turn);
        if (one.rank >= 0) hand.drop(one.rank);
        eyes.hand(one.p, turn, hand);
        if (one.rank >= 0) hand.add(one.rank);
        one.value = eyes.sum();
    }
}
