// The rules once more, for learning only: whole games in milliseconds, so that a million positions are played in
// a minute. It knows the five published sets with two teams. test_compiled.py compares its plays and features with
// those of engine/.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

constexpr int SIDE = 18, IN_SPOT = 3, COME_OUT = 8, LANE = 5, SIDES = 8;
constexpr int A = 0, SEVEN = 6, EIGHT = 7, NINE = 8, TEN = 9, JACK = 10, KING = 12, JOKER = 13, RANKS = 14;

struct Rules {
    int sides, ace_11, two_swap, nine_any, nine_each, seven_rest, nine_rest, joker_forced, one_to_start, help_any,
        hand_size, draw_first, own_pile, packs, jokers;
};

struct Luck {
    uint64_t s;
    explicit Luck(uint64_t seed) : s(seed) {}
    uint64_t next() {
        uint64_t z = (s += 0x9e3779b97f4a7c15ull);
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    int below(int n) { return int((next() >> 32) * uint64_t(n) >> 32); }
    double real() { return double(next() >> 11) / 9007199254740992.0; }
    template <class T> void shuffle(std::vector<T>& v) {
        for (int n = int(v.size()) - 1; n > 0; n--) std::swap(v[n], v[below(n + 1)]);
    }
};

// A seat's marble is on the ring, in its lane (bit of `lane`) or in START.
struct Seat {
    uint8_t ring[LANE], on_ring, lane;
    int home() const { return __builtin_popcount(lane); }
    int start() const { return LANE - on_ring - home(); }
    void add(int hole) { ring[on_ring++] = uint8_t(hole); }
    void drop(int hole) {
        for (int n = 0; n < on_ring; n++)
            if (ring[n] == hole) { ring[n] = ring[--on_ring]; return; }
    }
};

struct Position {
    int8_t at[SIDE * SIDES];
    Seat seats[SIDES];
    int others;  // whether a marble of another seat than the first mover's has moved
    void clear() {
        memset(this, 0, sizeof *this);
        memset(at, -1, sizeof at);
    }
    uint64_t key(int sides) const {
        uint64_t h = 1;
        for (int s = 0; s < sides; s++) {
            uint64_t sum = seats[s].lane;
            for (int n = 0; n < seats[s].on_ring; n++) {
                uint64_t z = (seats[s].ring[n] + 1) * 0x9e3779b97f4a7c15ull;
                sum += (z ^ z >> 29) * 0xbf58476d1ce4e5b9ull;
            }
            h = (h ^ sum ^ sum >> 31) * 0x94d049bb133111ebull;
        }
        return h ^ h >> 33;
    }
};

struct Table {
    Rules r;
    int ring, teams[SIDES];
    explicit Table(const Rules& rules) : r(rules), ring(SIDE * rules.sides) {
        for (int s = 0; s < r.sides; s++) teams[s] = s % 2;
    }
    int in_spot(int s) const { return SIDE * s + IN_SPOT; }
    int come_out(int s) const { return SIDE * s + COME_OUT; }
    int wrap(int h) const { return h >= ring ? h - ring : h < 0 ? h + ring : h; }
    int to_go(int s, int h) const { return wrap(in_spot(s) - h); }
    bool finished(const Position& p, int s) const { return p.seats[s].lane == 31; }
    int winner(const Position& p) const {
        for (int t = 0; t < 2; t++) {
            bool all = true;
            for (int s = t; s < r.sides && all; s += 2) all = finished(p, s);
            if (all) return t;
        }
        return -1;
    }
    int helped(const Position& p, int turn, int* seats) const {
        int n = 0;
        for (int k = 2; k < r.sides; k += 2) {
            int s = (turn + k) % r.sides;
            if (!finished(p, s)) {
                seats[n++] = s;
                if (!r.help_any) break;
            }
        }
        return n;
    }
    int movers(const Position& p, int turn, int* seats) const {
        if (winner(p) >= 0) return 0;
        if (finished(p, turn)) return helped(p, turn, seats);
        seats[0] = turn;
        return 1;
    }
    // Put a marble of `seat`, taken out of its hole before, into the ring hole; false if it may not land there.
    bool land(Position& p, int seat, int target) const {
        int other = p.at[target];
        p.at[target] = int8_t(seat);
        p.seats[seat].add(target);
        if (other < 0) return true;
        p.others = 1;
        p.seats[other].drop(target);
        if (teams[other] != teams[seat]) return true;
        for (int pushed = other;;) {
            int spot = in_spot(pushed);
            if (spot == target) return false;
            int there = p.at[spot];
            if (there == pushed) return r.one_to_start;
            p.at[spot] = int8_t(pushed);
            p.seats[pushed].add(spot);
            if (there < 0) return true;
            p.seats[there].drop(spot);
            if (teams[there] != teams[seat]) return true;
            pushed = there;
        }
    }
    void lift(Position& p, int seat, int hole) const {
        if (hole >= ring) {
            p.seats[seat].lane ^= 1 << (hole - ring);
        } else {
            p.seats[seat].drop(hole);
            p.at[hole] = -1;
        }
    }
    // Every way to walk one marble; `add(position, target)`. Lane holes are numbered from `ring` on.
    template <class F> void walk(const Position& p, int seat, int hole, int count, F add) const {
        const Seat& own = p.seats[seat];
        if (hole >= ring) {
            int from = hole - ring, to = from + count;
            if (count <= 0 || to >= LANE) return;
            for (int n = from + 1; n <= to; n++) if (own.lane >> n & 1) return;
            Position q = p;
            q.seats[seat].lane ^= 1 << from | 1 << to;
            add(q, ring + to);
            return;
        }
        int way = count > 0 ? 1 : -1, length = count * way, branch = to_go(seat, hole);
        int free = 0;  // steps on the ring before an own marble bars the way
        while (free < length && p.at[wrap(hole + way * (free + 1))] != seat) free++;
        if (branch < count && free >= branch) {
            int inside = count - branch;
            if (inside <= LANE && !(own.lane & ((1 << inside) - 1))) {
                Position q = p;
                lift(q, seat, hole);
                q.seats[seat].lane |= 1 << (inside - 1);
                add(q, ring + inside - 1);
            }
        }
        if (free == length) {
            int target = wrap(hole + count);
            Position q = p;
            lift(q, seat, hole);
            if (land(q, seat, target)) add(q, target);
        }
    }
    template <class F> void each_marble(const Position& p, int seat, F act) const {
        const Seat own = p.seats[seat];
        for (int n = 0; n < own.on_ring; n++) act(int(own.ring[n]));
        for (int n = 0; n < LANE; n++) if (own.lane >> n & 1) act(ring + n);
    }
    int rests(int rank, int first, int* found) const {
        if (rank == SEVEN) {
            if (first < 0) return 0;
            found[0] = 7 - first;
            return 1;
        }
        int rest = 9 - std::abs(first);
        if (r.nine_any) {
            found[0] = rest, found[1] = -rest;
            return 2;
        }
        found[0] = first > 0 ? -rest : rest;
        return 1;
    }
    template <class F> void splits(const Position& p, int turn, const int* seats, int count, int rank, F add) const {
        int marbles = 0;
        for (int k = 0; k < count; k++) marbles += LANE - p.seats[seats[k]].start();
        if (marbles < 2) return;
        int total = rank == SEVEN ? 7 : 9, remainder = rank == SEVEN ? r.seven_rest : r.nine_rest;
        for (int k = 0; k < count; k++) {
            int seat = seats[k];
            each_marble(p, seat, [&](int hole) {
                for (int part = 1; part < total; part++)
                    for (int way = 1; way >= (rank == SEVEN ? 1 : -1); way -= 2)
                        walk(p, seat, hole, part * way, [&](const Position& q, int target) {
                            int second[SIDES], n = count, rest[2];
                            std::copy(seats, seats + count, second);
                            if (remainder && finished(q, seat)) {
                                int more[SIDES], m = helped(q, turn, more);
                                for (int j = 0; j < m; j++)
                                    if (std::find(second, second + n, more[j]) == second + n) second[n++] = more[j];
                            }
                            int ways = rests(rank, part * way, rest);
                            for (int j = 0; j < n; j++)
                                each_marble(q, second[j], [&](int other) {
                                    if (second[j] == seat && other == target) return;
                                    for (int w = 0; w < ways; w++)
                                        walk(q, second[j], other, rest[w], [&](Position z, int) {
                                            z.others |= seat != turn || second[j] != turn;
                                            add(z);
                                        });
                                });
                        });
            });
        }
    }
    template <class F> void captures(const Position& p, int seat, F add) const {
        const Seat own = p.seats[seat];
        for (int n = own.start() ? -1 : 0; n < own.on_ring; n++) {
            Position base = p;
            if (n >= 0) lift(base, seat, own.ring[n]);
            for (int s = 0; s < r.sides; s++)
                for (int m = 0; s != seat && m < p.seats[s].on_ring; m++) {
                    Position q = base;
                    if (land(q, seat, p.seats[s].ring[m])) add(q);
                }
        }
    }
    template <class F> void exchanges(const Position& p, int seat, F add) const {
        const Seat own = p.seats[seat];
        for (int n = 0; n < own.on_ring; n++)
            for (int s = 0; s < r.sides; s++)
                for (int m = 0; s != seat && m < p.seats[s].on_ring; m++) {
                    Position q = p;
                    int mine = own.ring[n], theirs = p.seats[s].ring[m];
                    q.at[mine] = int8_t(s), q.at[theirs] = int8_t(seat);
                    q.seats[seat].ring[n] = uint8_t(theirs), q.seats[s].ring[m] = uint8_t(mine);
                    q.others = 1;
                    add(q);
                }
    }
    // Every result of a card of that rank; some come twice.
    template <class F> void results(const Position& before, int turn, int rank, F add) const {
        Position p = before;
        p.others = 0;
        int seats[SIDES], count = movers(p, turn, seats);
        for (int k = 0; k < count; k++) {
            int seat = seats[k], other = seat != turn;
            auto emit = [&](Position q, int = 0) {
                q.others |= other;
                add(q);
            };
            if ((rank == A || (rank >= JACK && rank <= KING)) && p.seats[seat].start() &&
                p.at[come_out(seat)] != seat) {
                Position q = p;
                if (land(q, seat, come_out(seat))) emit(q);
            }
            if (rank == JOKER) {
                captures(p, seat, emit);
                continue;
            }
            int steps = rank == A ? 1 : rank >= TEN ? 10 : rank == EIGHT ? -8 : rank + 1;
            each_marble(p, seat, [&](int hole) {
                walk(p, seat, hole, steps, emit);
                if (rank == A && r.ace_11) walk(p, seat, hole, 11, emit);
            });
            if (rank == 1 && r.two_swap) exchanges(p, seat, emit);
        }
        if (rank == SEVEN || (rank == NINE && (r.nine_any || r.nine_each)))
            splits(p, turn, seats, count, rank, add);
    }
};
