// Everything that this page says, in English: a text for each code, or a function of its values that makes one.
// A catalogue in another language has the same codes and is handed to `words.js` in its place. The rules, and what
// the referee says, come worded from the table.

import { CARDS } from "/page/js/words.js";

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"];
const number = (n) => NUMBERS[n] ?? String(n);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const and = new Intl.ListFormat("en", { type: "conjunction" });
const or = new Intl.ListFormat("en", { type: "disjunction" });
const rank = (card) => CARDS.ranks[card[0]] ?? card[0];
const aRank = (card) => `${"A8".includes(card[0]) ? "an" : "a"} ${rank(card)}`;
const wins = (names) => `${and.format(names)} ${names.length > 1 ? "win" : "wins"}!`;
/** A hole in words: a START hole is simply START. */
const hole = (name) => (/^[A-H]s/.test(name) ? "START" : name);
const onHole = (name) => (/^[A-H]s/.test(name) ? "in START" : `on ${name}`);

const COLOURS = { A: "red", B: "blue", C: "green", D: "yellow", E: "violet", F: "white", G: "teal", H: "black" };
/** One leg of a machine's play, as people are asked to carry it. */
const carried = ({ whose, from, to, swap }) => (swap ? `exchange the marbles on ${from} and ${to}` : `carry ${whose ? `${whose}’s` : "the"} marble from ${from} to ${to}`);

/** The same as a report of what it does itself. */
const moved = ({ whose, from, to, swap }) => (swap ? `the marbles on ${from} and ${to} change places` : `${whose ? `${whose}’s` : "a"} marble goes from ${from} to ${to}`);

export const ENGLISH = {
  language: "en",

  // People, cards, holes.
  seat: ({ seat }) => `Seat ${seat}`,
  card: ({ name }) => name ?? "a card",
  "card.ranks": ({ ranks }) => or.format(ranks.map(rank)),
  "hole.in-spot": "in-spot",
  "hole.come-out": "come-out",
  "hole.corner": "corner",
  "hole.lane": "HOME lane",
  "hole.start": "START",
  "hole.label": ({ name, what, who, seat, light }) =>
    `${name}${what ? `, ${what}` : ""}: ${seat ? `marble of ${who ? `${who}, ${seat}` : seat}` : "empty"}${light ? `; lit: ${light}` : ""}`,
  "light.illegal": "this is wrong",
  "light.put-back": "put a marble back here",
  "light.bump": "a bumped marble belongs here",
  "light.choose": "lift and replace to choose this",
  "light.movable": "this marble can be played",
  "light.target": "a marble can go here",
  "light.turn": "this seat is in turn",
  "light.fault": "this sensor cannot be trusted",
  "light.win": "won",
  "light.carry-from": "carry this marble",
  "light.carry-to": "carry the marble here",
  board: "Holes of the board. Arrow keys go from hole to hole, Enter lifts or places a marble, ? shows all keys.",
  tray: "Marbles in a hand",
  "tray.marble": ({ who, from }) => `Marble of ${who}${from ? `, from ${from}` : ""}, in a hand`,
  "home.label": ({ who, n, of }) => `${who}: ${n} of ${of} home`,

  // The ways of a card.
  "way.out": "bring a marble out",
  "way.on": ({ n }) => `move ${number(n)}`,
  "way.back": ({ n }) => `move ${number(n)} back`,
  "way.split": ({ n }) => `split the ${number(n)} between two marbles`,
  "way.swap": "exchange it with another player’s",
  "way.bump": "take another player’s place",
  "way.free": "bring a marble out free",

  // The prompt, and the smaller line under it.
  "prompt.no-game": "Start a game",
  "more.no-game": "Choose the rules and who plays.",
  "prompt.over": ({ names }) => (names.length ? wins(names) : "The game ends without a winner"),
  "more.over": "Another game?",
  "prompt.lay": ({ who }) => `${who}, lay a card`,
  "prompt.move": ({ who }) => `${who}, move a marble`,
  "prompt.lay-for-it": ({ who }) => `${who}, now lay the card for it`,
  "more.lay-for-it": "A marble has been moved before its card.",
  "prompt.play": ({ who, ways }) => `${who}, ${or.format(ways)}`,
  "more.play": ({ card }) => capital(card),
  "prompt.place": ({ who, rank: of, holes }) => (holes.length ? `${who}, put it down on ${or.format(holes)}` : `${who}, move it a part of the ${rank(of)}`),
  "more.place": ({ card, holes, parts }) => {
    if (!parts.length) return capital(card);
    const or_ = holes.length ? "Or " : "To ";
    if (parts.length > 2) return `${or_}${or.format(parts.map(([to]) => to))}; another marble moves the rest.`;
    return `${or_}${or.format(parts.map(([to, left]) => `${to}, then another marble ${number(left)}`))}`;
  },
  "prompt.not-this": ({ who, rank: of }) => `${who}, this marble has no play with ${aRank(of)}`,
  "more.not-this": "Put it back and take another.",
  "prompt.no-play": ({ who, rank: of }) => `${who} has no play with ${aRank(of)}`,
  "more.no-play": "Press OK to discard it.",
  "prompt.rest": ({ done, of, left, back }) => `${capital(number(done))} of ${number(of)}. Now move another marble ${number(left)}${back ? " back" : ""}`,
  "more.rest": ({ who, of, holes }) => (holes ? `To ${or.format(holes)}.` : `${who} splits the ${number(of)}.`),
  "prompt.made": ({ who }) => `${who}, one moment`,
  "prompt.exchange": ({ who }) => `${who}, put each marble into the other’s hole`,
  "more.exchange": ({ holes }) => capital(and.format(holes)),
  "prompt.carry": ({ whose, to, inSpot }) => {
    if (to.every((name) => hole(name) === "START")) return `Carry ${whose}’s marble to START (${to[0]})`;
    return `Carry ${whose}’s marble to ${inSpot ? `the in-spot ${to[0]}` : or.format(to)}`;
  },
  "prompt.mend": ({ whose, from, to }) => `Put ${from ? `the marble ${onHole(from)}` : whose ? `${whose}’s marble` : "the marble"} back ${onHole(to)}`,
  "prompt.wrong": ({ who }) => `${who}, something is wrong`,
  "prompt.ask": ({ who }) => `${who}, which play was it?`,
  "more.ask": ({ touch }) => `Lift and replace the marble on ${or.format(touch)}.`,
  "prompt.must-play": ({ who, rank: of }) => `${who}, ${aRank(of)} has a play`,
  "more.must-play": "Move a marble with it.",
  "prompt.deal": ({ who, place }) => `Deal ${who}’s card ${place}, face down`,
  "more.deal": ({ seat, place, reader }) => `Show it to ${reader ? "the reader" : "the reader of that seat"}, then put it on place ${place} of the ${COLOURS[seat]} hand.`,
  "prompt.turn-over": ({ who, seat, place, card }) => (place ? `Turn over card ${place} of the ${COLOURS[seat]} hand` : `Lay ${who}’s ${card} again`),
  "more.turn-over": ({ place }) => (place ? "Lay it on the reader." : "Its play was taken back."),
  "prompt.machine-thinks": ({ who }) => `${who} is thinking`,
  "prompt.machine-carry": ({ who, rank: of, legs }) => (legs.length ? capital(and.format(legs.map(carried))) : `${who} discards ${aRank(of)}`),
  "more.machine-carry": ({ who, rank: of }) => `${who} plays ${aRank(of)}.`,
  "prompt.machine-plays": ({ who, rank: of, legs }) => (legs.length ? `${who} plays ${aRank(of)}` : `${who} discards ${aRank(of)}`),
  "more.machine-plays": ({ legs }) => (legs.length ? `${capital(and.format(legs.map(moved)))}.` : ""),
  "prompt.others-turn": ({ who }) => `It is ${who}’s turn`,
  "prompt.tap-card": ({ who }) => `${who}, tap a card`,
  "more.tap-card": ({ must }) => (must ? "Play one that is lit: it can move a marble." : ""),
  "prompt.tap-discard": ({ who }) => `${who}, no card moves a marble`,
  "more.tap-discard": "Tap the one to discard.",
  "prompt.tap-marble": ({ who }) => `${who}, tap a marble`,
  "more.tap-marble": ({ card }) => `${capital(card)}. Lit marbles can move.`,
  "prompt.tap-hole": ({ who }) => `${who}, tap where it goes`,
  "more.tap-hole": ({ card }) => `${capital(card)}. Or tap another marble.`,
  "prompt.tap-rest": ({ who }) => `${who}, tap the marble for the rest`,
  "more.tap-rest": ({ card }) => `${capital(card)}, split between two marbles.`,
  "choose.must": ({ card }) => `The ${card} moves nothing now, and a card that moves a marble must be played: take one that is lit.`,
  "prompt.new-game": "Start a new game?",
  "more.new-game": "All marbles stand in START. OK: yes. Back: no.",
  "prompt.menu": "What is it?",
  "more.menu": "OK: the cards were shuffled. Back: end this game. Help: nothing.",
  "prompt.end-game": "End this game?",
  "more.end-game": "Back: nobody wins, and another begins. OK: your side gives up. Help: play on.",
  "prompt.give-up": ({ who, by, alone }) => (alone ? `${by}, do you give up?` : `${who}, do you give up with ${by}?`),
  "more.give-up": "OK: yes. Back: play on.",

  // What was said last.
  "verdict.rule": "Rule",
  "verdict.why": "Why?",
  "verdict.read": "Read on",
  "read.title": "The whole sentence",
  "why.title": "How the table understood it",
  "why.hint": "The likeliest first. A larger number means less likely.",
  "why.more": ({ more }) => `+${more}`,
  "why.none": "The table has nothing to explain now.",

  // The line to the table.
  "line.connecting": "connecting",
  "line.up": "live",
  "line.down": "The table is away; trying again",
  "page.title": ({ text }) => `${text} – jokerboard`,

  // Places and parts of the page.
  skip: "To the board",
  places: "Places",
  "place.play": "Play",
  "place.game": "Game",
  "place.rules": "Rules",
  "place.workshop": "Workshop",
  say: "What to do now",
  table: "The board",
  faults: "Faults",
  cards: "Lay a card",
  buttons: "The buttons of the seat in turn",
  score: "Marbles at home",

  // Buttons.
  ok: "OK",
  back: "Take back",
  "back.answer": "Back",
  undo: "Undo",
  help: "Help",
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  "new-game": "New game",
  rematch: "Rematch, seats rotated",
  "pair-device": "Pair this device",
  "this-device": "This device",
  names: "Names",
  "give-up": "Give up",
  watching: "You are watching. To play, pair this device, or open the address that the table’s terminal shows.",

  // Questions.
  "take-back.title": ({ who }) => `Take back ${who}’s play?`,
  "take-back.do": "Take it back",
  "take-back.play": ({ n, text }) => `Play ${n}: ${text}`,
  "take-back.then": "Then these marbles go back:",
  "take-back.marble": ({ who, from, to }) => `${who}: from ${hole(from)} back to ${hole(to)}`,
  "take-back.last": "Take the last play back?",
  "discard.title": ({ card }) => `Discard the ${card}?`,
  "discard.text": ({ who, rank: of }) => `${who} has no play with ${aRank(of)}. Laying it discards it and ends the turn.`,
  "discard.do": "Discard it",
  "abandon.title": "Abandon this game?",
  "abandon.text": "It ends here without a winner. What was played stays in the journal.",
  "abandon.do": "Abandon it",
  "give-up.title": "Give up?",
  "give-up.text": "The game ends when the partners agree too.",
  "give-up.who": "Player",
  "give-up.do": "Ask the partners",

  // Cards.
  "lay.card": ({ card }) => `Lay the ${card}`,
  "lay.rank": ({ rank: of }) => `Lay ${aRank(of)}`,
  "hand.whose": "Whose cards does this device hold?",
  "hand.look": ({ who }) => `${who}: look at my cards`,
  "hand.hide": "Hide",

  // A new game.
  "new.title": "A new game",
  "new.begin": "Begin",
  "new.running": "The game on the board is abandoned when a new one begins; its record stays.",
  "new.abandon": "Abandon this game",
  "new.rules": "Rules",
  "new.players": "Players",
  "new.player-count": ({ n }) => `${n} players`,
  "new.cards": "Cards",
  "new.cards.dealt": "Dealt by the table: no cards needed",
  "new.cards.seat": "A card reader at each seat",
  "new.cards.table": "One card reader for the table",
  "new.cards.none": "Played without cards",
  "new.mode": "Mode",
  "new.mode.play": "Play: friendly, takebacks allowed",
  "new.mode.referee": "Referee: a play stands",
  "new.mode.training": "Training: hints and takebacks",
  "new.people": "Simulated people play all seats",
  "house.title": "House rules",
  "house.changed": ({ n }) => (n ? `★ ${n} changed` : "as published"),
  "switch.on": "yes",
  "switch.off": "no",
  "switch.published": "as published",
  "switch.default": ({ word }) => `${word} (published)`,
  "names.title": "Who sits where",
  "names.legend": "Names",
  "names.player": ({ seat }) => `Who plays seat ${seat}`,
  "level.person": "a person",
  "level.easy": "machine: easy",
  "level.steady": "machine: steady",
  "level.strong": "machine: strong",
  "level.expert": "machine: expert",
  "names.label": ({ seat }) => `Name at seat ${seat}`,
  "names.hint": ({ seat, partners }) => `Seat ${seat}${partners.length ? `, with ${partners.join(", ")}` : ""}`,

  // This device.
  "device.seat": "My seat",
  "device.seat.none": "Seat A at the bottom",
  "device.seat.of": ({ who }) => `${who} at the bottom`,
  "device.plays": "I play",
  "device.plays.none": "Nobody’s cards: the table’s own page",
  "device.plays.of": ({ who }) => `${who}’s cards`,
  "device.sound": "Sounds: card, play, bump, something wrong, a win",
  "pair.text": "Watching is free. To play from this device, type the code that the page on the table’s own screen shows under Game.",
  "pair.code": "Code",
  "pair.do": "Pair",
  "pair.picture": "QR code that pairs another device",
  "pair.line": "Another device pairs with this picture, or with this code:",

  // The game so far.
  "game.title": "The game",
  "game.none": "No game",
  "game.mode.referee": "with a referee",
  "game.mode.training": "training",
  "game.cards.table": "one card reader",
  "game.cards.none": "without cards",
  "game.cards.dealt": "cards dealt by the table",
  "game.plays": "Plays",
  "game.plays.none": "Nothing has been played yet.",
  "game.step": "Step of the game",
  "game.step-of": ({ n, of }) => `Step ${n} of ${of}`,
  "game.replay": "Replay",
  "game.first": "To the beginning",
  "game.previous": "One step back",
  "game.next": "One step on",
  "game.last": "To the end",
  "game.live": "Back to the game",
  "game.beginning": "The beginning",
  "game.amended": "changed",
  "game.taken-back": "taken back",
  "game.keep": "Keep the game",
  "game.record": "Record",
  "game.json": "JSON",
  "game.picture": "Picture",
  "game.print": "Print",
  "stats.title": "Statistics",
  "stats.player": "Player",
  "stats.plays": "Plays",
  "stats.out": "Out",
  "stats.home": "Home",
  "stats.bumps": "Bumps",
  "stats.bumped": "Bumped",
  "stats.discards": "Discards",
  "stats.time": "Time",
  "stats.graph": "Marbles home over the plays, one line a team",
  "stats.play-count": ({ n }) => `${n} plays`,

  // The end.
  "end.title": ({ names }) => (names.length ? wins(names) : "Nobody has won"),
  "end.decided": ({ by, text }) => (text.startsWith(by) ? `${text}.` : `${by} decided this${text ? `: ${text}` : ""}.`),
  "end.hands": "The cards left in the hands",
  "end.secret": ({ secret }) => `The deal can be checked: all cards came from ${secret}, whose SHA-256 the record has held since the game began.`,
  "end.look": "Look at the game",

  // The rules.
  "rules.house": "House rules",
  "rules.changed": ({ meaning, ours, theirs }) => `${meaning}: ${ours} (published: ${theirs})`,

  // The workshop.
  "people.title": "Simulated people",
  "people.playing": "are playing",
  "people.paused": "are waiting",
  "people.off": "are away",
  "people.over": "have finished",
  "people.play": "Play",
  "people.pause": "Pause",
  "people.step": "Step",
  "people.mistake": "Make a mistake",
  "people.by-hand": "By hand",
  "people.speed": "Speed",
  "people.times": ({ n }) => `${n}×`,
  "people.times.label": ({ n }) => `${n} times`,
  "readers.title": "Card readers",
  "readers.suit": "Suit",
  "readers.any": "any",
  "readers.any.label": "any suit",
  "readers.place": "At whose reader",
  "readers.turn": "in turn",
  "readers.turn.label": "at the seat in turn",
  "readers.seat.label": ({ seat }) => `at seat ${seat}`,
  "readers.lies.table": "on the table",
  "readers.lies.seat": ({ who }) => `before ${who}`,
  "readers.take-off": "Take off",
  "readers.take-off.table": ({ card }) => `Take the ${card} off the table's reader`,
  "readers.take-off.seat": ({ card, seat }) => `Take the ${card} off reader ${seat}`,
  "readers.shuffled": "The cards were shuffled",
  "referee.title": "Referee",
  "referee.label": "The referee decides",
  "referee.by": "Decided by",
  "referee.by.none": "the page",
  "referee.why": "Why",
  "referee.let-stand": "Let it stand",
  "referee.take-back": "Take the last play back",
  "workshop.hint": "Here you try out what a board hears and simulated people do. Only a paired device can.",

  // A tournament.
  "tournament.round": ({ round, table, until }) => `Round ${round}, table ${table}${until ? `, until ${until}` : ""}`,
  "tournament.against": ({ sides }) => sides.join(" against "),
  "tournament.all": ({ sides }) => sides.join(", "),
  "tournament.team": ({ name, people }) => `${name} (${people.join(" and ")})`,
  "tournament.follow": "follow",

  // Keys.
  "keys.title": "Keys on the board",
  keys: [
    ["2 … 9, 0, 1, J, Q, K, X", "lay a card (0 is the ten, 1 the ace, X a Joker)"],
    [". and ,", "to the next and the last marble of the player in turn; with a marble in the hand, to the next place for it"],
    ["Enter or Space", "lift or place a marble"],
    ["1 … 9, 0", "with a marble in the hand: so many holes on (0 is ten); after − so many back"],
    ["← →", "one hole on along the ring, a lane or a START"],
    ["↑ ↓", "inward to the lane and the START, and back to the ring"],
    ["A … H", "to that seat’s come-out; Page up and down to the next seat’s"],
    ["Esc", "put back the marble in the hand"],
    ["O, T, ?", "OK; take back; these keys"],
  ],
};
