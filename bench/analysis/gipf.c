/* Perft of GIPF in plain C, to hold the kernel against: the same bits, written once more.
   gcc -O2 -include tables.h gipf.c; then: ./a.out DEPTH BY_DOTS own other gipfs reserve other_reserve phase other_phase
   has_gipfs. tables.h has LINE, STEP, FIRST, IS_MAIN, DOTS and LINES. Prints the count and CPU seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t Bits;
typedef struct { Bits own, other, gipfs; int reserve, other_reserve, phase, other_phase, has_gipfs; } State;
typedef struct { Bits before, after; int way, gipf; } Turn;
enum { NO_PIECE = -1, MOST_SETS = 4096 };
static int by_dots;

static int is_four(Bits own) {
    Bits a = own & own >> 1, b = own & own >> 8, c = own & own >> 9;
    return (a & a >> 2 | b & b >> 16 | c & c >> 18) != 0;
}
static int count_pieces(Bits pieces, Bits gipfs) { return __builtin_popcountll(pieces) + __builtin_popcountll(pieces & gipfs); }
static int find_moved(int way, Bits occupied, Bits *moved) {
    Bits line = LINE[way >> 1], empty = line & ~occupied;
    if (!empty) return 0;
    if (way & 1) *moved = line & ~((UINT64_C(2) << (63 - __builtin_clzll(empty))) - 1);
    else *moved = line & ((empty & -empty) - 1);
    return 1;
}
static Bits shift(Bits pieces, Bits moved, int way) {
    Bits going = pieces & moved;
    return pieces ^ going | (way & 1 ? going >> STEP[way >> 1] : going << STEP[way >> 1]);
}
/* Every set of spots that may come off; its number. */
static int list_removals(Bits own, Bits occupied, Bits gipfs, Bits *sets) {
    static const int steps[3] = {1, 8, 9};
    int end = 1, found = 0;
    char may_stop[MOST_SETS];
    sets[0] = 0;
    for (int number = 0; number < end; number++) {
        Bits left = own & ~sets[number], there = occupied & ~sets[number];
        may_stop[number] = 1;
        for (int way = 0; way < 3; way++) {
            int step = steps[way];
            Bits pairs = left & left >> step, starts = pairs & pairs >> 2 * step;
            while (starts) {
                Bits row = starts & -starts, bit;
                for (bit = row << step; bit & there; bit <<= step) row |= bit;
                for (bit = (starts & -starts) >> step; bit & there; bit >>= step) row |= bit;
                starts &= ~row;
                Bits singles = row & ~gipfs, loose = row & gipfs, chosen = 0;
                if (singles) may_stop[number] = 0;
                for (;;) {
                    Bits taken = sets[number] | singles | chosen;
                    int known = 0;
                    while (known < end && sets[known] != taken) known++;
                    if ((singles | chosen) && known == end) {
                        if (end == MOST_SETS) abort();
                        sets[end++] = taken;
                    }
                    if (chosen == loose) break;
                    chosen = (chosen - loose) & loose;
                }
            }
        }
    }
    for (int number = 0; number < end; number++)
        if (may_stop[number]) sets[found++] = sets[number];
    return found;
}
static int64_t count_way(const State *s, int way, Bits moved, int kinds) {
    Bits own = shift(s->own, moved, way) | FIRST[way];
    if (!is_four(own)) return (kinds & 1) + (kinds >> 1);
    Bits sets[MOST_SETS], occupied = own | shift(s->other, moved, way), gipfs = shift(s->gipfs, moved, way);
    int64_t found = 0;
    if (kinds & 1) found += list_removals(own, occupied, gipfs, sets);
    if (kinds & 2) found += list_removals(own, occupied, gipfs | FIRST[way], sets);
    return found;
}
static int kinds_of(const State *s) { return (s->phase > 0 && s->reserve > 0) | (s->phase < 2 && s->reserve > 1) << 1; }
static int64_t count_entries(const State *s) {
    int64_t found = 0;
    Bits moved, occupied = s->own | s->other;
    int kinds = kinds_of(s);
    for (int way = 0; way < 2 * LINES; way++)
        if (find_moved(way, occupied, &moved) && (moved || by_dots || IS_MAIN[way])) found += count_way(s, way, moved, kinds);
    return found;
}
static State without(const State *s, Bits taken) {
    State left = *s;
    left.own &= ~taken, left.other &= ~taken, left.gipfs &= ~taken;
    left.reserve += count_pieces(s->own & taken, s->gipfs);
    return left;
}
static int lost_gipfs(const State *s) {
    return s->has_gipfs && ((s->phase && !(s->own & s->gipfs)) || (s->other_phase && !(s->other & s->gipfs)));
}
static int is_over(const State *s) { return lost_gipfs(s) || (!s->reserve && !is_four(s->own)); }
static State push(const State *s, int way, Bits moved, int gipf) {
    State p = *s;
    p.own = shift(s->own, moved, way) | FIRST[way], p.other = shift(s->other, moved, way), p.gipfs = shift(s->gipfs, moved, way);
    if (gipf) p.gipfs |= FIRST[way];
    p.reserve -= 1 + gipf, p.phase = gipf ? 1 : 2;
    return p;
}
static State turn_over(const State *s) {
    State t = {s->other, s->own, s->gipfs, s->other_reserve, s->reserve, s->other_phase, s->phase, s->has_gipfs};
    return t;
}
static int64_t count_tree(const State *s, int depth);
static int64_t below(State s, int depth) { s = turn_over(&s); return count_tree(&s, depth - 1); }
static int64_t enter_all(const State *s, int depth) {
    if (depth == 1) return count_entries(s);
    int64_t found = 0;
    Bits moved, occupied = s->own | s->other;
    for (int gipf = 0; gipf < 2; gipf++) {
        if (!(kinds_of(s) >> gipf & 1)) continue;
        for (int way = 0; way < 2 * LINES; way++) {
            if (!find_moved(way, occupied, &moved) || (!moved && !IS_MAIN[way])) continue;
            int times = by_dots && !moved ? DOTS[way] : 1;
            State p = push(s, way, moved, gipf);
            if (!is_four(p.own)) { found += times * below(p, depth); continue; }
            Bits sets[MOST_SETS];
            int count = list_removals(p.own, p.own | p.other, p.gipfs, sets);
            for (int number = 0; number < count; number++) found += times * below(without(&p, sets[number]), depth);
        }
    }
    return found;
}
static int64_t count_tree(const State *s, int depth) {
    if (is_over(s)) return 0;
    if (!is_four(s->own)) return enter_all(s, depth);
    int64_t found = 0;
    Bits sets[MOST_SETS];
    int count = list_removals(s->own, s->own | s->other, s->gipfs, sets);
    for (int number = 0; number < count; number++) {
        State left = without(s, sets[number]);
        if (sets[number] && lost_gipfs(&left)) found += depth == 1 ? 1 : below(left, depth);
        else found += enter_all(&left, depth);
    }
    return found;
}
int main(int argc, char **argv) {
    if (argc != 11) return 2;
    State s = {strtoull(argv[3], 0, 10), strtoull(argv[4], 0, 10), strtoull(argv[5], 0, 10), atoi(argv[6]), atoi(argv[7]),
               atoi(argv[8]), atoi(argv[9]), atoi(argv[10])};
    by_dots = atoi(argv[2]);
    clock_t began = clock();
    int64_t found = count_tree(&s, atoi(argv[1]));
    printf("%lld %.6f\n", (long long)found, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
