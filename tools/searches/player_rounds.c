/* Searches for the rounds of individual movements; `tools/find-individuals` compiles and calls it.

   usage: player_rounds PLAYERS GROUP BASE_ROUNDS OWN_SETS RUNS MOVES TURNS SEED

   Players are divided into orbits of a group (GROUP: "12" or "3x3") and at most one stationary player a table. Each of
   the BASE_ROUNDS is developed over the group. Simulated annealing exchanges players of a round and, where every table
   has its own set (OWN_SETS 1, one base round), moves the sets. It minimises the sum of the squares of the competition
   coefficients between all players but two stationary ones; partners twice, opponents three times, boards twice and
   unequal sit-outs cost more than that can gain. Then a tabu search turns single guide cards of the whole sheet, all
   players counted. The best of RUNS is printed whenever it is better: the balance, "clean" or what is wrong, the base
   rounds and the turned cards. The result depends on the arguments alone. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MP 84
#define MG 64
#define MR 64
#define MT 21
#define MB 16
#define MK 84

static int P, G, M, OWN, T, SIT, K, F, R, nparts, parts[4];
static int sub[MG][MG], neg[MG];
static uint64_t rng_state;

static uint32_t rnd(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (uint32_t)(rng_state >> 32);
}
static int below(int n) { return (int)(((uint64_t)rnd() * (uint32_t)n) >> 32); }
static double unit(void) { return (rnd() + 0.5) / 4294967296.0; }

static void make_group(const char *text)
{
    char copy[32];
    strncpy(copy, text, 31);
    copy[31] = 0;
    G = 1;
    for (char *word = strtok(copy, "x"); word; word = strtok(NULL, "x")) {
        parts[nparts] = atoi(word);
        G *= parts[nparts++];
    }
    for (int a = 0; a < G; a++)
        for (int b = 0; b < G; b++) {
            int x = a, y = b, scale = 1, result = 0;
            for (int i = nparts - 1; i >= 0; i--) {
                int d = (x % parts[i] - y % parts[i] + parts[i]) % parts[i];
                result += d * scale;
                scale *= parts[i];
                x /= parts[i];
                y /= parts[i];
            }
            sub[a][b] = result;
        }
    for (int a = 0; a < G; a++) neg[a] = sub[0][a];
}

/* State: who sits in each seat of each base round. Movers are orbit * G + element, stationary players K * G + i. */
static int who[MB][MP], place[MT];
static int side[MB][MK][MG];          /* the side of an orbit's element, by element less place of the set */
static int hold[MK][MG];              /* own sets: how often that place is used */
static int c[MK][MK][MG], part_[MK][MK][MG], opp_[MK][MK][MG];
static int fc[MT][MK], fpart[MT][MK], fopp[MT][MK], fside[MB][MT];
static int sits[MK];
static double energy;
static double PEN;

static double value(int a, int b, int d)
{
    if (a == b && d == 0) return 0;
    double x = c[a][b][d] + T * opp_[a][b][d] - part_[a][b][d];
    double e = 0.5 * G * x * x;
    if (part_[a][b][d] > 1) e += 0.5 * PEN * (part_[a][b][d] - 1);
    if (opp_[a][b][d] > 2) e += 0.5 * PEN * (opp_[a][b][d] - 2);
    return e;
}
static double fvalue(int f, int a)
{
    double x = fc[f][a] + T * fopp[f][a] - fpart[f][a];
    double e = G * x * x;
    if (fpart[f][a] > 1) e += PEN * (fpart[f][a] - 1);
    if (fopp[f][a] > 2) e += PEN * (fopp[f][a] - 2);
    return e;
}
static double sit_value(int a)
{
    int slots = M * SIT, low = slots / K, high = (slots + K - 1) / K;
    double e = 0;
    if (sits[a] > high) e += PEN * (sits[a] - high);
    if (sits[a] < low) e += PEN * (low - sits[a]);
    return e;
}

static void add_side(int i, int a, int q, int delta)
{
    /* The side of (i, a, q) changes by delta. */
    for (int b = 0; b < K; b++)
        for (int p = 0; p < G; p++) {
            int s = side[i][b][p];
            if (!s || (a == b && p == q)) continue;
            int d = sub[p][q];
            energy -= value(a, b, d);
            c[a][b][d] += delta * s;
            energy += value(a, b, d);
            int back = neg[d];
            energy -= value(b, a, back);
            c[b][a][back] += delta * s;
            energy += value(b, a, back);
        }
    for (int f = 0; f < F; f++) {
        energy -= fvalue(f, a);
        fc[f][a] += delta * fside[i][f];
        energy += fvalue(f, a);
    }
    side[i][a][q] += delta;
}

static void add_two(int x, int y, int is_partner, int delta)
{
    if (x >= K * G || y >= K * G) {
        int f = (x >= K * G ? x : y) - K * G, a = (x >= K * G ? y : x) / G;
        energy -= fvalue(f, a);
        if (is_partner) fpart[f][a] += delta;
        else fopp[f][a] += delta;
        energy += fvalue(f, a);
        return;
    }
    int a = x / G, b = y / G, d = sub[y % G][x % G], back = neg[d];
    energy -= value(a, b, d);
    if (is_partner) part_[a][b][d] += delta;
    else opp_[a][b][d] += delta;
    energy += value(a, b, d);
    energy -= value(b, a, back);
    if (is_partner) part_[b][a][back] += delta;
    else opp_[b][a][back] += delta;
    energy += value(b, a, back);
}

static void add_seat(int i, int seat, int delta)
{
    int x = who[i][seat], t = seat / 4;
    if (t >= T) {
        int a = x / G;
        energy -= sit_value(a);
        sits[a] += delta;
        energy += sit_value(a);
        return;
    }
    if (x >= K * G) return;
    int a = x / G, q = OWN ? sub[x % G][place[t]] : x % G;
    if (OWN) {
        int before = hold[a][q] > 1 ? hold[a][q] - 1 : 0;
        hold[a][q] += delta;
        int after = hold[a][q] > 1 ? hold[a][q] - 1 : 0;
        energy += PEN * (after - before);
    }
    add_side(i, a, q, delta * (seat % 4 < 2 ? 1 : -1));
}

/* Seats of a table: 0 North, 1 South, 2 East, 3 West. */
static void add_table(int i, int t, int delta)
{
    int *w = who[i] + 4 * t;
    add_two(w[0], w[1], 1, delta);
    add_two(w[2], w[3], 1, delta);
    for (int x = 0; x < 2; x++)
        for (int y = 2; y < 4; y++) add_two(w[x], w[y], 0, delta);
}

static int is_fixed(int seat) { return seat % 4 == 0 && seat / 4 < F; }

static void exchange(int i, int s1, int s2)
{
    int t1 = s1 / 4, t2 = s2 / 4;
    if (t1 < T) add_table(i, t1, -1);
    if (t2 < T && t2 != t1) add_table(i, t2, -1);
    add_seat(i, s1, -1);
    add_seat(i, s2, -1);
    int x = who[i][s1];
    who[i][s1] = who[i][s2];
    who[i][s2] = x;
    add_seat(i, s1, 1);
    add_seat(i, s2, 1);
    if (t1 < T) add_table(i, t1, 1);
    if (t2 < T && t2 != t1) add_table(i, t2, 1);
}

static void shift(int t, int to)
{
    for (int x = 0; x < 4; x++) add_seat(0, 4 * t + x, -1);
    place[t] = to;
    for (int x = 0; x < 4; x++) add_seat(0, 4 * t + x, 1);
}

static void start(void)
{
    memset(side, 0, sizeof side);
    memset(hold, 0, sizeof hold);
    memset(c, 0, sizeof c);
    memset(part_, 0, sizeof part_);
    memset(opp_, 0, sizeof opp_);
    memset(fc, 0, sizeof fc);
    memset(fpart, 0, sizeof fpart);
    memset(fopp, 0, sizeof fopp);
    memset(sits, 0, sizeof sits);
    energy = 0;
    for (int a = 0; a < K; a++) energy += sit_value(a);
    for (int t = 0; t < T; t++) place[t] = OWN ? t : 0;
    if (OWN)
        for (int t = T - 1; t > 0; t--) {
            int o = below(t + 1), x = place[t];
            place[t] = place[o];
            place[o] = x;
        }
    for (int i = 0; i < M; i++) {
        int movers[MP], n = K * G;
        for (int x = 0; x < n; x++) movers[x] = x;
        for (int x = n - 1; x > 0; x--) {
            int o = below(x + 1), y = movers[x];
            movers[x] = movers[o];
            movers[o] = y;
        }
        for (int f = 0; f < F; f++) fside[i][f] = 1;
        int next = 0;
        for (int seat = 0; seat < P; seat++) who[i][seat] = is_fixed(seat) ? K * G + seat / 4 : movers[next++];
        for (int seat = 0; seat < P; seat++) add_seat(i, seat, 1);
        for (int t = 0; t < T; t++) add_table(i, t, 1);
    }
}

static int is_clean(void)
{
    for (int a = 0; a < K; a++) {
        if (sit_value(a) > 0) return 0;
        for (int q = 0; q < G; q++)
            if (hold[a][q] > 1) return 0;
        for (int b = 0; b < K; b++)
            for (int d = 0; d < G; d++)
                if (part_[a][b][d] > 1 || opp_[a][b][d] > 2) return 0;
        for (int f = 0; f < F; f++)
            if (fpart[f][a] > 1 || fopp[f][a] > 2) return 0;
    }
    return 1;
}

static void anneal(long moves)
{
    double hot = 2.0 * G * T, cold = 0.08 * G;
    for (long n = 0; n < moves; n++) {
        double heat = hot * pow(cold / hot, (double)n / moves);
        double before = energy;
        if (OWN && below(8) == 0) {
            int t = below(T), old = place[t], to = below(G);
            int other = -1;
            for (int u = 0; u < T; u++)
                if (place[u] == to) other = u;
            if (other == t) continue;
            shift(t, to);
            if (other >= 0) shift(other, old);
            if (energy > before && unit() >= exp((before - energy) / heat)) {
                if (other >= 0) shift(other, to);
                shift(t, old);
                energy = before;
            }
            continue;
        }
        int i = below(M), s1 = below(P), s2 = below(P);
        if (s1 == s2 || is_fixed(s1) || is_fixed(s2)) continue;
        exchange(i, s1, s2);
        if (energy > before && unit() >= exp((before - energy) / heat)) {
            exchange(i, s1, s2);
            energy = before;
        }
    }
}

/* The whole sheet. */
static int seat_of[MR][MT][4], set_of[MR][MT], full[MP][MP], sd[MP][MR];
static signed char flipped[MR][MT], best_flipped[MR][MT];

static int plus(int a, int b) { return sub[a][neg[b]]; }

static double develop(void)
{
    memset(full, 0, sizeof full);
    memset(sd, 0, sizeof sd);
    memset(flipped, 0, sizeof flipped);
    for (int i = 0; i < M; i++)
        for (int g = 0; g < G; g++)
            for (int t = 0; t < T; t++) {
                int r = i * G + g;
                set_of[r][t] = OWN ? plus(place[t], g) : r;
                for (int x = 0; x < 4; x++) {
                    int w = who[i][4 * t + x];
                    int player = w >= K * G ? w : w / G * G + plus(w % G, g);
                    seat_of[r][t][x] = player;
                    sd[player][set_of[r][t]] += x < 2 ? 1 : -1;
                }
                int *w = seat_of[r][t];
                for (int x = 0; x < 2; x++)
                    for (int y = 2; y < 4; y++) full[w[x]][w[y]] += T, full[w[y]][w[x]] += T;
                full[w[0]][w[1]]--, full[w[1]][w[0]]--, full[w[2]][w[3]]--, full[w[3]][w[2]]--;
            }
    for (int x = 0; x < P; x++)
        for (int y = 0; y < P; y++)
            if (x != y)
                for (int s = 0; s < R; s++) full[x][y] += sd[x][s] * sd[y][s];
    double squares = 0;
    for (int x = 0; x < P; x++)
        for (int y = 0; y < x; y++) squares += (double)full[x][y] * full[x][y];
    return squares;
}

static double turn_change(int r, int t)
{
    int *w = seat_of[r][t], s = set_of[r][t];
    double change = 0;
    for (int x = 0; x < 4; x++)
        for (int v = 0; v < P; v++)
            if (sd[v][s] && v != w[0] && v != w[1] && v != w[2] && v != w[3])
                change += 4 - 4.0 * full[w[x]][v] * sd[w[x]][s] * sd[v][s];
    return change;
}

static void turn(int r, int t)
{
    int *w = seat_of[r][t], s = set_of[r][t];
    for (int x = 0; x < 4; x++)
        for (int v = 0; v < P; v++)
            if (sd[v][s] && v != w[0] && v != w[1] && v != w[2] && v != w[3]) {
                full[w[x]][v] -= 2 * sd[w[x]][s] * sd[v][s];
                full[v][w[x]] -= 2 * sd[w[x]][s] * sd[v][s];
            }
    for (int x = 0; x < 4; x++) sd[w[x]][s] *= -1;
    flipped[r][t] ^= 1;
}

static double turn_cards(double squares, int steps)
{
    static int free_at[MR][MT];
    memset(free_at, 0, sizeof free_at);
    double best = squares;
    memcpy(best_flipped, flipped, sizeof flipped);
    for (int step = 0; step < steps; step++) {
        double least = 1e18;
        int br = -1, bt = -1, ties = 0;
        for (int r = 0; r < R; r++)
            for (int t = 0; t < T; t++) {
                double change = turn_change(r, t);
                if (free_at[r][t] > step && squares + change >= best) continue;
                if (change < least) least = change, br = r, bt = t, ties = 1;
                else if (change == least && below(++ties) == 0) br = r, bt = t;
            }
        if (br < 0) continue;
        turn(br, bt);
        squares += least;
        free_at[br][bt] = step + 4 + below(8);
        if (squares < best) best = squares, memcpy(best_flipped, flipped, sizeof flipped);
    }
    return best;
}

static double total_of(void)
{
    double total = 0;
    for (int x = 0; x < P; x++)
        for (int y = 0; y < x; y++) total += full[x][y];
    return total;
}

int main(int argc, char **argv)
{
    if (argc != 9) return 2;
    P = atoi(argv[1]);
    make_group(argv[2]);
    M = atoi(argv[3]);
    OWN = atoi(argv[4]);
    int runs = atoi(argv[5]);
    long moves = atol(argv[6]);
    int turns = atoi(argv[7]);
    rng_state = 88172645463325252ULL ^ ((uint64_t)atoi(argv[8]) * 2654435761ULL);
    for (int n = 0; n < 20; n++) rnd();
    T = P / 4;
    SIT = P % 4;
    K = P / G;
    F = P - K * G;
    R = G * M;
    if (F > T || G > MG || R > MR || P > 80 || (OWN && (M > 1 || T > G))) return 3;
    PEN = 3.0 * G * T * T;
    double pairs = P * (P - 1) / 2.0, record = 1e9;
    for (int run = 0; run < runs; run++) {
        start();
        anneal(moves);
        if (!is_clean()) continue;
        double squares = develop(), total = total_of();
        double least = turns ? turn_cards(squares, turns) : squares;
        if (!turns) memset(best_flipped, 0, sizeof best_flipped);
        if (least >= squares) memset(best_flipped, 0, sizeof best_flipped), least = squares;
        double s = sqrt(fmax(0, pairs * least / (total * total) - 1));
        if (s < record - 1e-9) {
            record = s;
            printf("%.4f run %d plain %.4f\n", s, run, sqrt(fmax(0, pairs * squares / (total * total) - 1)));
            for (int i = 0; i < M; i++) {
                printf("base");
                for (int t = 0; t < T; t++) {
                    int *w = who[i] + 4 * t;
                    printf(" %d-%d-%d-%d@%d", w[0] + 1, w[1] + 1, w[2] + 1, w[3] + 1, OWN ? place[t] + 1 : 1);
                }
                printf("\n");
            }
            for (int t = 0; t < T; t++) {
                int any = 0;
                for (int r = 0; r < R; r++)
                    if (best_flipped[r][t]) printf(any++ ? " %d" : "turned %2$d: %1$d", r + 1, t + 1);
                if (any) printf("\n");
            }
            fflush(stdout);
        }
    }
    return 0;
}
