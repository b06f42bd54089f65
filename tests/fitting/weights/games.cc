// Games between weights, and the sums of a fit to their positions, as functions for compiled.py.
#include <cmath>
#include <unordered_set>

#include "eyes.h"

namespace {

struct Cards {
    std::vector<int8_t> piles[SIDES], discards[SIDES];
    Hand hands[SIDES];
};

struct Game {
    const Table& t;
    Luck luck;
    Position p;
    Cards c;
    int turn, turns = 0, won = -1;

    Game(const Table& table, uint64_t seed) : t(table), luck(seed) {
        p.clear();
        for (int s = 0; s < (t.r.own_pile ? t.r.sides : 1); s++) {
            for (int pack = 0; pack < t.r.packs; pack++) {
                for (int n = 0; n < 52; n++) c.piles[s].push_back(int8_t(n % 13));
                for (int n = 0; n < t.r.jokers; n++) c.piles[s].push_back(JOKER);
            }
            luck.shuffle(c.piles[s]);
        }
        turn = luck.below(t.r.sides);
        for (int s = 0; s < t.r.sides; s++) fill(s, t.r.hand_size);
        if (t.r.draw_first) fill(turn, t.r.hand_size + 1);
    }
    void fill(int seat, int size) {
        auto& pile = c.piles[t.r.own_pile ? seat : 0];
        while (c.hands[seat].size < size) {
            if (pile.empty()) {
                for (int s = 0; s < t.r.sides; s++) {
                    if (t.r.own_pile && s != seat) continue;
                    pile.insert(pile.end(), c.discards[s].begin(), c.discards[s].end());
                    c.discards[s].clear();
                }
                if (pile.empty()) return;
                luck.shuffle(pile);
            }
            c.hands[seat].add(pile.back());
            pile.pop_back();
        }
    }
    void take(const Option& one) {
        p = one.p;
        if (one.rank >= 0) {
            c.hands[turn].drop(one.rank);
            c.discards[turn].push_back(int8_t(one.rank));
        }
        turns++;
        won = t.winner(p);
        if (!t.r.draw_first) fill(turn, t.r.hand_size);
        turn = (turn + 1) % t.r.sides;
        if (t.r.draw_first && won < 0) fill(turn, t.r.hand_size + 1);
    }
};

int best_of(const std::vector<Option>& options) {
    int best = 0;
    for (int n = 1; n < int(options.size()); n++)
        if (options[n].value > options[best].value) best = n;
    return best;
}

int drawn(const std::vector<Option>& options, double temperature, Luck& luck) {
    int top = best_of(options);
    if (temperature <= 0) return top;
    double sum = 0;
    std::vector<double> odds;
    for (const Option& one : options) {
        odds.push_back(std::exp(std::max(-50.0, (one.value - options[top].value) / temperature)));
        sum += odds.back();
    }
    double pick = luck.real() * sum;
    for (int n = 0; n < int(odds.size()); n++)
        if ((pick -= odds[n]) < 0) return n;
    return top;
}

using Row = std::vector<int16_t>;

Row row(const Table& t, int me, const Option& one, Hand kept) {
    Row found;
    Eyes eyes(t, {}, me);
    eyes.found = &found;
    eyes.rest(one.p, me), eyes.own(one.p, me);
    if (one.rank >= 0) kept.drop(one.rank);
    eyes.hand(one.p, me, kept);
    return found;
}

Position position(const Table& t, const int8_t* at, const uint8_t* lanes) {
    Position p;
    p.clear();
    for (int hole = 0; hole < t.ring; hole++)
        if (at[hole] >= 0) p.at[hole] = at[hole], p.seats[at[hole]].add(hole);
    for (int s = 0; s < t.r.sides; s++) p.seats[s].lane = lanes[s];
    return p;
}

constexpr double TEMPERATURES[] = {0.0, 0.02, 0.05, 0.1};
constexpr int MOST_TURNS = 1500;  // a game that lasts longer is not learned from

}  // namespace

extern "C" {

int count() { return COUNT; }

// Play whole games by a player, a share `versus` of them against a team that plays as `rival`. Writes a share of
// the positions after a move: the features (those of position n end at ends[n]) and what the position is worth to
// the seat that moved, a mixture of its later chances and the game's end. `noise` scales the temperatures.
long moments(const Rules* rules, const Player* player, const Player* rival, double versus, double noise, uint64_t seed,
             int games, double share, double trace, int16_t* features, long room, int32_t* ends, float* worths,
             long most) {
    struct Link {
        double value;
        Row row;
    };
    Table t(*rules);
    std::vector<Option> found;
    long used = 0, count = 0;
    for (int n = 0; n < games; n++) {
        Luck luck(seed * 1000003 + uint64_t(n));
        Game game(t, luck.next());
        std::vector<Link> chains[SIDES];
        double heat[2] = {noise * TEMPERATURES[luck.below(4)], noise * TEMPERATURES[luck.below(4)]};
        int other = luck.real() < versus ? luck.below(2) : -1;
        while (game.won < 0 && game.turns < MOST_TURNS) {
            int me = game.turn;
            const Hand hand = game.c.hands[me];
            options_of(t, game.p, me, hand, found);
            valued(t, me % 2 == other ? *rival : *player, game.p, me, hand, found);
            Option one = found[drawn(found, heat[me % 2], luck)];
            if (me % 2 == other) {
                Hand kept = hand;
                if (one.rank >= 0) kept.drop(one.rank);
                one.value = Eyes(t, *player, me).value(one.p, me, kept);
            }
            chains[me].push_back({one.value, luck.real() < share ? row(t, me, one, hand) : Row()});
            game.take(one);
        }
        for (int s = 0; game.won >= 0 && s < t.r.sides; s++) {
            double worth = game.won == t.teams[s];
            for (auto link = chains[s].rbegin(); link != chains[s].rend(); ++link) {
                long size = long(link->row.size());
                if (size && count < most && used + size < room) {
                    std::copy(link->row.begin(), link->row.end(), features + used);
                    used += size;
                    ends[count] = int32_t(used);
                    worths[count++] = float(worth);
                }
                double value = std::max(-30.0, std::min(30.0, link->value));
                worth = trace * worth + (1 - trace) / (1 + std::exp(-value));
            }
        }
    }
    return count;
}

// Play every deal twice, the teams exchanged: won[deal] is the number of games that `one` won. Returns all turns.
long match(const Rules* rules, const Player* one, const Player* two, uint64_t seed, int deals, int32_t* won) {
    Table t(*rules);
    std::vector<Option> found;
    long turns = 0;
    for (int n = 0; n < deals; n++)
        for (int mine = 0; mine < 2; mine++) {
            Game game(t, seed * 1000003 + uint64_t(n));
            while (game.won < 0 && game.turns < MOST_TURNS) {
                const Hand hand = game.c.hands[game.turn];
                options_of(t, game.p, game.turn, hand, found);
                valued(t, game.turn % 2 == mine ? *one : *two, game.p, game.turn, hand, found);
                game.take(found[best_of(found)]);
            }
            won[n] += game.won == mine;
            turns += game.turns;
        }
    return turns;
}

// For the comparison with engine/: the results of a card as rows of `at` and lanes, each result once.
long results(const Rules* rules, const int8_t* at, const uint8_t* lanes, int turn, int rank, int8_t* out, long most) {
    Table t(*rules);
    std::unordered_set<uint64_t> seen;
    long n = 0;
    t.results(position(t, at, lanes), turn, rank, [&](const Position& q) {
        if (!seen.insert(q.key(t.r.sides)).second || n >= most) return;
        int8_t* to = out + n++ * (t.ring + t.r.sides);
        std::copy(q.at, q.at + t.ring, to);
        for (int s = 0; s < t.r.sides; s++) to[t.ring + s] = int8_t(q.seats[s].lane);
    });
    return n;
}

// For the comparison with engine/: the features of a position and the kept cards, counted by rank; `value` is what a
// player makes of them.
long features(const Rules* rules, const int8_t* at, const uint8_t* lanes, int me, const uint8_t* kept,
              const Player* player, int16_t* out, double* value) {
    Table t(*rules);
    Hand hand;
    for (int rank = 0; rank < RANKS; rank++)
        for (int n = 0; n < kept[rank]; n++) hand.add(rank);
    Position p = position(t, at, lanes);
    Row found = row(t, me, {p, -1, 0}, hand);
    std::copy(found.begin(), found.end(), out);
    *value = Eyes(t, *player, me).value(p, me, hand);
    return long(found.size());
}

// One step of Newton's method for the logistic fit: adds the slope and the curvature of these positions.
double newton(const int16_t* features, const int32_t* ends, const float* worths, long count, const double* w, double* a,
              double* b) {
    double surprise = 0;
    for (long n = 0; n < count; n++) {
        const int16_t *from = features + (n ? ends[n - 1] : 0), *to = features + ends[n];
        double value = 0;
        for (auto f = from; f < to; f++) value += w[*f];
        value = std::max(-12.0, std::min(12.0, value));
        double odds = 1 / (1 + std::exp(-value)), left = worths[n] - odds, curve = odds * (1 - odds);
        surprise -= worths[n] * std::log(odds) + (1 - worths[n]) * std::log(1 - odds);
        for (auto f = from; f < to; f++) {
            b[*f] += left;
            for (auto g = from; g < to; g++) a[*f * COUNT + *g] += curve;
        }
    }
    return surprise;
}

// One pass over these positions in that order with Adam, `batch` positions a step. The numbers are the weights and the
// network; `means` and `squares` are Adam's averages of the slopes, `steps` counts its steps.
double descend(const int16_t* features, const int32_t* ends, const float* worths, const int32_t* order, long count,
               float* numbers, float* means, float* squares, int64_t* steps, double rate, int batch) {
    constexpr int ALL = COUNT + (COUNT + 2) * UNITS;
    float *network = numbers + COUNT, *part = network + (COUNT + 1) * UNITS, *bias = part - UNITS;
    std::vector<float> slopes(ALL);
    float *slope = slopes.data(), *inside = slope + COUNT, *of_part = inside + (COUNT + 1) * UNITS;
    double surprise = 0;
    for (long from = 0; from < count; from += batch) {
        long to = std::min(count, from + batch);
        std::fill(slopes.begin(), slopes.end(), 0.0f);
        for (long k = from; k < to; k++) {
            long n = order[k];
            const int16_t *first = features + (n ? ends[n - 1] : 0), *last = features + ends[n];
            float units[UNITS], back[UNITS], value = 0;
            std::copy_n(bias, UNITS, units);
            for (auto f = first; f < last; f++) {
                value += numbers[*f];
                for (int u = 0; u < UNITS; u++) units[u] += network[*f * UNITS + u];
            }
            for (int u = 0; u < UNITS; u++) value += part[u] * std::max(units[u], 0.0f);
            double odds = 1 / (1 + std::exp(-double(std::max(-12.0f, std::min(12.0f, value)))));
            surprise -= worths[n] * std::log(odds) + (1 - worths[n]) * std::log(1 - odds);
            float off = float(odds) - worths[n];
            for (int u = 0; u < UNITS; u++) {
                back[u] = units[u] > 0 ? off * part[u] : 0.0f;
                of_part[u] += off * std::max(units[u], 0.0f);
                of_part[u - UNITS] += back[u];
            }
            for (auto f = first; f < last; f++) {
                slope[*f] += off;
                for (int u = 0; u < UNITS; u++) inside[*f * UNITS + u] += back[u];
            }
        }
        ++*steps;
        float size = float(to - from), seen = float(1 - std::pow(0.999, double(*steps)));
        float step = float(rate / (1 - std::pow(0.9, double(*steps))));
        for (int n = 0; n < ALL; n++) {
            float mean = slopes[n] / size;
            means[n] = 0.9f * means[n] + 0.1f * mean;
            squares[n] = 0.999f * squares[n] + 0.001f * mean * mean;
            numbers[n] -= step * means[n] / (std::sqrt(squares[n] / seen) + 1e-6f);
        }
    }
    return surprise / double(count);
}

}  // extern "C"
