"""Every threshold and size, with its unit and reason. Stages hold no number but 0 and 1."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One frozen set of constants. A rule's weight stays with its rule."""

    recent_turns: int = 5
    """Turns left verbatim after the zones. What the work is in the middle of should not be rearranged."""
    recent_tokens: int = 0
    """Estimated tokens that they should fit in; 0: no limit. One prompt can set off hundreds of calls."""
    recent_share: float = 0.2
    """The same as a share of a host's window, or of what it may fill of it, where a host says how large it is."""
    least_gain: float = 0.25
    """A host's history is rebuilt unasked only where it shrinks by this share: each rewrite costs the prompt cache."""
    budget_tokens: int = 0
    """Estimated tokens that the skeleton should fit in; 0: no limit. Nothing of a human's goes before all else has."""
    settle_weight: float = 0.8
    """A rule vote from here on is not put to the model (DESIGN 3.3)."""
    constraint_floor: float = 0.5
    """A constraint vote from here on is never beaten by noise or process: in doubt, a constraint."""
    constraint_cost: float = 11.0
    """Needless lines among the constraints that one missed constraint is worth: the model's probability for it has to
    be 1 / (1 + this). Chosen on the authors of the split `dev` for a recall of 95 in 100."""
    share_assumed: float = 0.28
    """Share of constraints among a human's statements in the labelled conversations: what the model's probabilities
    assume. Where the conversation shows another, they follow it."""
    share_weight: float = 50.0
    """Statements of that share that are counted beside those of a conversation. On everyday sessions of authors left
    out a quarter of the needless lines go, and two constraints in a hundred; where people speak in rules, nothing."""
    overruled_cost: float = 3.0
    """The same where a rule voted for another label: its vote is evidence that the text alone does not give."""
    overrule_share: float = 0.65
    """Probability from which on the model's likeliest label goes before a rule's vote below `settle_weight`. On authors
    left out it is right in two of three such cases, and the rule in one of four."""
    removal_share: float = 0.8
    """Probability from which on an assistant's text goes because a model calls it noise or process; below it stays, and
    so does what a human typed and what holds a name or a number."""
    choice_confidence: float = 0.7
    """From here on two decisions are about one topic."""
    slot_link: float = 0.75
    """What two members of one slot of the lexicon add to a link."""
    name_link: float = 0.3
    """What each shared name adds, for up to two of them."""
    cue_link: float = 0.4
    """What a replacing cue adds to a link between decisions."""
    around_link: float = 0.35
    """What a name in the words around adds, where a replacing cue stands."""
    surest: float = 0.95
    """Confidence of a link in which the old value is named beside the new one ("60 did not help, make it 45")."""
    names_told: int = 3
    """Sharing this many names with a lifted rule is enough, however many it has."""
    compared: int = 64
    """Newest active constraints, and choices, that a new one is held against: all pairs would grow with the square."""
    link_held: int = 8
    """Newest statements that are looked up by one word, or one kind of quantity."""
    link_best: int = 8
    """Of those, the ones most like a new statement that the model of links is asked about."""
    link_newest: int = 5
    """Statements right before a new one that it is asked about whatever they name: "the other one then"."""
    settling: str = "models"
    """`models`: what ends which statement, and what became of choices, is put to models after the rules; or `rules`."""
    link_deprecates: float = 0.75
    """Above it a link that the model of links finds deprecates a constraint, where nothing shows that the later one is
    about less. Of that sure ones three in four are right, on authors left out: 17 in 100 ended rules are found, 13 by
    rules alone, and 5 in 1,000 active ones taken for ended, by rules alone 3 (models/links.md)."""
    link_revalues: float = 0.6
    """The same where a statement with words that replace gives another value of the kind of the rule's only one. From
    0.45 on six of six such links were right in 80 conversations like the first twelve; by other authors four more rules
    that bind are taken for ended then."""
    link_disputes: float = 0.6
    """From this probability on two constraints, of which the later may end the earlier, are a possible conflict.
    Two in three of them are one, on authors left out."""
    link_overrides: float = 0.05
    """A choice is overridden only by a statement that ends it with this probability or more. On the 60 conversations of
    five authors 0.1 keeps two more final choices in a hundred, and shows seven more stale ones as final."""
    choice_least: float = 0.1
    """A statement that is a choice with less than this probability, and that no rule calls one, is not shown as one.
    Three in ten lines of the decision zone are labelled choices then; 0.03 more loses two final ones in a hundred."""
    overridden_least: float = 0.3
    """What no rule calls a choice is overridden only from this probability on. By unseen authors then half of the
    links are right, without it 41 %."""
    stale_cost: float = 1.3
    """What a stale choice shown as final costs, in final choices shown as overridden. On authors left out, beside
    rules alone: final ones 71 % and 60 %, stale ones 33 % and 45 % (models/links.md)."""
    rejected_worth: float = 1.5
    """What a rejected choice shown as such is worth, in final choices."""
    deferred_worth: float = 1.5
    """The same of a deferred one."""
    telling_value: float = 20.0
    """A bare number from here on that repeats an old value tells which rule is meant; smaller ones are everywhere."""
    value_ratio: float = 10.0
    """A value more than so many times another is of another thing: the port 3000 and 50 rows of a page."""
    topic_share: float = 0.3
    """Of what a clause with a bare number names, by rarity, what a later one must name to set that number anew."""
    names_restored: int = 2
    """Names that a restoration must share with the rule it brings back."""
    conflict_confidence: float = 0.6
    """From here on a link that deprecates nothing is shown as a possible conflict."""
    deprecate_confidence: float = 0.7
    """Below it a link of two constraints marks a possible conflict: a false deprecation is worse than a missed one."""
    act_weight: float = 0.6
    """A constraint or decision vote from here on makes a clause an act of its own, to be cut from the act before it."""
    apart_weight: float = 0.87
    """A clause that a vote this heavy calls fact or process (hearsay, a hypothesis) is never shown in a constraint."""
    frame_weight: float = 0.89
    """A vote this heavy for fact or process (a tale of elsewhere, a dream) tells the clauses that follow it as well."""
    frame_units: int = 2
    """So many of them, set off by commas in its sentence: who goes on for longer is often back at his own matter."""
    item_chars: int = 300
    """Neighbouring sentences are shown as one line up to this many characters."""
    typed_chars: int = 1500
    """A human message longer than this was pasted; doubt about one of its sentences is not settled as a constraint."""
    answer_units: int = 5
    """Units at the start of a human message in which a yes, a no or a pick is looked for."""
    opening_units: int = 2
    """Units at the start of a human message that answer what was said as a whole; later ones speak for themselves."""
    echo_chars: int = 3
    """A clause up to this length that repeats the assistant's own words ("shall I cut it?" "cut") is a yes."""
    echo_words: int = 20
    """The same for Latin script, where a word takes more characters; it must be two words at least."""
    echo_units: int = 3
    """Units at the end of a statement that an echo can repeat."""
    echoed_words: int = 6
    """Words, or Han characters, up to which a clause is an echo of one proposal and takes it."""
    stated_units: int = 3
    """Units at the end of a statement in which a step that is stated and not asked about waits for a yes."""
    answer_chars: int = 80
    """A longer unit explains something of its own and is not a bare answer."""
    pick_chars: int = 6
    """An answer up to this length that names nothing is a pick ("the second" in Han script) and no rule."""
    bare_chars: int = 20
    """A refusal up to this length says nothing beyond the no."""
    confirmed_p: float = 0.9
    """Probability of what a human's yes settled."""
    quote_chars: int = 8
    """Quoted words from here on are somebody's speech and not a name: rules do not look inside them."""
    focus: str = ""
    """What a person asked the compaction to be about, in their words: lines that name it stay first."""
    focus_worth: float = 10.0
    """What each word of it in a line adds to the line's value; a needed word counts 1, a fact of the assistant 2."""
    exchanges: str = "budget"
    """`budget`: lines of results by what the work will need, within a budget. `classic`: the next four numbers."""
    classic_threshold: float = 0.5
    """Probability from which on a call or result stays."""
    classic_newest: int = 3
    """Newest calls that stay whole."""
    classic_chars: int = 1500
    """Characters up to which a result stays whole."""
    classic_head: int = 300
    """Characters that stay of a result when only its call does."""
    tool_chars: int = 0
    """Characters of tool results that may stay; 0: the share below, and never under the floor."""
    result_share: float = 0.5
    """Share of that which one result may have, beyond `result_chars`: one dump must not take all."""
    short_chars: int = 20_000
    """Characters of results up to which a session is short: lines count there by what they tell and not by their words
    alone. Beyond, that costs 4 points of recall at 60 % reduction."""
    line_worth: float = 0.1
    """What a line that tells something is worth beyond its words, for each point of that; a needed word is 1."""
    weighed_chars: int = 40_000
    """Characters of results, the most promising first, whose lines are weighed however small the budget is."""
    weighed_share: float = 6.0
    """And so many more for each character of the budget. Half of it loses 5 points of recall at 90 % reduction."""
    input_share: float = 0.008
    """Share of the content's characters that the words of inputs may have which nothing else in the context says."""
    input_beside: float = 0.5
    """Or so many of them for each character that lines of results may have, where that is more."""
    input_floor_chars: int = 2000
    """Characters that they may have however short the session is."""
    input_word_chars: int = 80
    """A longer word is data."""
    call_floor: float = 0.2
    """A call that is needed with less than this probability, and of whose result nothing stays, has no own line."""
    alarm_share: float = 0.7
    """Share of the calls that may lose their line; that more would go is told."""
    fact_floor_chars: int = 4500
    """Characters of tool results that may stay as facts however short the session is."""
    fact_share: float = 0.015
    """Share of the content's characters that tool results may keep as facts; on real sessions they are 54 % of it."""
    result_chars: int = 1200
    """Characters that one result may keep."""
    small_result_chars: int = 800
    """A result up to this length was short for a reason: lines without telling words count more."""
    small_bonus: float = 1.5
    """What a line of a short result is worth more."""
    line_chars: int = 400
    """A longer line is data, not a statement."""
    line_cost: int = 30
    """Characters added to a line's length when ranking by value per character, so that scraps do not win."""
    passage_floor_chars: int = 6500
    """Characters of the assistant's prose that may stay however short the session is."""
    passage_share: float = 0.02
    """Share of the content's characters that the assistant's prose may keep; on real sessions it is 7 % of it."""
    passage_base: float = 2.0
    """What a statement with something checkable in it is worth more than one that no rule placed."""
    passage_cost: int = 40
    """Characters that a passage's line costs beside its text: bullet, turn, id, speaker."""
    scan_chars: int = 200000
    """Characters of a result in which lines are looked for."""
    quoted_weight: float = 0.6
    """Vote for fact on words around a quotation that no rule placed: they tell what somebody said."""
    pointer_tokens: int = 100
    """Estimated tokens from which on what was taken out gets a pointer, which is about 25 itself."""
    layout: str = "consolidated"
    """`consolidated`: one skeleton, written anew each time. `epochs`: earlier blocks are never changed, so that a
    host's prompt cache still knows them; each compaction appends a block."""
    cache_read: float = 0.1
    """Price of a cached token, in tokens: what Anthropic's API charges."""
    cache_write: float = 1.25
    """Price of writing a token to the cache for five minutes, in tokens; the same source."""
    payback_turns: int = 8
    """Blocks are written as one where that pays back within so many turns, which is about when the next is due."""
    host_tokens: int = 25_000
    """Tokens that a host sends beside the history, its instructions and tools: no compaction frees them."""
    host_trigger: float = 0.75
    """Share of a window, less what an answer may take, from which on an engine compacts: Hermes's own below 512K."""
    host_trim: float = 0.7
    """Share of that trigger from which on old results over `trim_tokens` are cut; a compacted history is below it."""
    host_target: float = 0.5
    """Share of what is below it, instructions left out, that a compacted history may take; the rest is for the work."""
    host_gain: float = 0.05
    """Share by which a history shrinks, or nothing is left to take out; so much it must grow before that is retried."""
    cold_seconds: int = 300
    """The prompt cache of an API key or a gateway forgets after so long; then every token is written anew anyway."""
    hook_bytes: int = 8_000_000
    """A hook that the host waits for reads a transcript that grew by up to so much, and leaves more to the index. At
    the beginning of a session Claude Code waits for ten seconds, and a walk over 50 MB takes 12 and more."""
    trim_tokens: int = 2_000
    """A result from here on may be cut before it enters the history, where that was asked for."""
    lock_seconds: float = 5.0
    """Seconds that a writer of the store waits for others; a compaction then goes on without pointers."""
    retention_days: int = 30
    """Days that the journal is kept; the archive stays until it is purged."""
    stranger_chars: int = 40_000_000
    """Characters, times patterns tried, that the rules above core may read in one run; 0: no limit. About 250 ms."""
    boundary_p: float = 0.35
    """Probability from which on a new intent begins. Too fine beats too coarse: a mixed unit cannot be unmixed. Chosen
    on the split `dev`, for 85 in 100 labelled boundaries."""
    close_margin: float = 0.15
    """Two labels whose probabilities differ by less are close: a person's label there teaches most."""
    block_chars: int = 20_000
    """A longer paragraph was pasted, and is one unit."""
    match_chars: int = 4000
    """Characters of a unit that rules look at: linear patterns stay quick on a pasted megabyte."""


DEFAULT = Policy()
CHOICES = {"exchanges": ("budget", "classic"), "layout": ("consolidated", "epochs"), "settling": ("models", "rules")}
"""What the constants that are words can be."""
