/**
 * Every bound of Heddle, in one place (invariant 12). A bound is part of the
 * product: raising one means measuring what it protects.
 *
 * Sizes are bytes of UTF-8 unless the name says otherwise; durations are
 * milliseconds; the rest are counts.
 */
export const limits = {
  /** Characters of what people type: names of workflows and steps (`workflowName`), other names (signals, queues, regions), reasons, searches. */
  text: { workflowName: 128, name: 256, reason: 1_000, search: 200 },
  definition: {
    textBytes: 512 * 1024,
    depth: 64,
    steps: 2_000,
    edges: 5_000,
    documents: 50,
    stringBytes: 64 * 1024,
    /** Problems of one severity that are told of one text; unknown keys that are told of one map. */
    problems: 200,
    /** Keys of the whole text, and entries where the whole text is a list. */
    topLevelKeys: 500,
    topLevelItems: 2_000,
    /** Anchors, aliases, tags, empty entries and brackets that close nothing: each is a problem that costs as much as a step. */
    refusedMarks: 1_000,
    /** Tasks of one PARALLEL step, and items of its list that may be worked on at once. */
    parallelTasks: 1_000,
    /** Rules of one step that insert steps. */
    injectionRules: 20,
    /** Steps that are gone held against steps that came, to find which of them are the same under another name. */
    comparedSteps: 250_000,
    /** Characters of one note on the canvas, and of the title of a group. */
    noteCharacters: 4_000,
    titleCharacters: 120,
  },
  import: {
    /** Nodes of n8n that hand on what they were given: so many are looked back through for where a value comes from. */
    nodesBack: 100,
  },
  expression: {
    sourceBytes: 8 * 1024,
    /** Of the sources whose reading is kept for the next check of a draft. */
    rememberedCharacters: 256 * 1024,
    depth: 32,
    nodes: 2_000,
    comprehensionDepth: 2,
    iterations: 10_000,
    evaluationSteps: 200_000,
    outputBytes: 64 * 1024,
    /** Of a type: beyond, anything may be there. */
    typeAlternatives: 12,
    typeDepth: 32,
  },
  /** A JSON Schema and one check of a value against it; one step is one keyword map held against one value. */
  schema: {
    depth: 64,
    nodes: 10_000,
    patternCharacters: 1_000,
    patternProgram: 5_000,
    steps: 250_000,
    nesting: 1_000,
    errors: 50,
  },
  run: {
    depth: 50,
    /** Runs that descend from one that a person or a program started, detached ones included; more than one list may fan out to. */
    descendants: 250_000,
    maxVisits: 1_000,
    loopIterations: 10_000,
    retryAttempts: 100,
    /** One JSON value that comes by a request (input, resume input), or from a SCRIPT. */
    inputBytes: 256 * 1024,
    /** One JSON value that a step gives or is given. What is longer than `inlineCharacters` is kept apart from the log, by reference. */
    resultBytes: 10 * 1024 * 1024,
    inlineCharacters: 256 * 1024,
    /** What one run keeps apart. */
    keptApartBytes: 64 * 1024 * 1024,
    requestBytes: 512 * 1024,
    jsonDepth: 64,
    tags: 20,
    /** Elements of the list of a PARALLEL step, and how many are worked on at once unless the step says so. */
    parallelItems: 100_000,
    parallelItemsAtOnce: 100,
    /** The list of a PARALLEL or LOOP step, and the results that such a step gathers. */
    listBytes: 1024 * 1024,
    gatheredBytes: 8 * 1024 * 1024,
    /** Signals that nobody has read yet. */
    queuedSignals: 1_000,
    /** The longest durable timer: ten years. */
    timerMs: 10 * 365 * 24 * 3_600_000,
    errorCodeBytes: 256,
    /** The longest that a timer of a process waits at once, 24.8 days: Node fires one that should wait longer after a millisecond. */
    waitMs: 2 ** 31 - 1,
    errorMessageBytes: 8 * 1024,
    errorStackBytes: 16 * 1024,
    historyEvents: 1_000_000,
    /** Events of one decision: a loop of pure steps may not hold up the other runs of an engine for longer. */
    eventsPerDecision: 20_000,
    /** Events after which a loop lets other runs have their turn before its next round. */
    eventsPerTurn: 2_000,
    /** Attempts of one compensation whose step has no retry policy, and how long each may take unless the step says so. */
    compensationAttempts: 3,
    compensationMs: 600_000,
    /** How long a run that turns back waits for the steps that execute; longer where the `timeout_seconds` of one of them allows more. */
    settleMs: 600_000,
    /** How long a caller of the API may ask to wait for the end of the run that it starts. */
    startWaitMs: 30_000,
  },
  /** Files that are looked at together before they are imported. */
  importFiles: {
    files: 20,
    nameCharacters: 200,
    /** Values of one document of another system, with its aliases written out. */
    values: 100_000,
  },
  /** What is kept beside a draft for trying it. */
  testRun: { pins: 200, samples: 20, sampleNameCharacters: 80 },
  /** Workers of ASYNC steps; how often they say that they are alive, and more like it, are settings. */
  worker: {
    pollIdleMs: 1_000,
    /** What a function says about itself is told to its run at most this often. */
    progressEveryMs: 2_000,
    /** After the database did not take a result. */
    againMs: 1_000,
    stopGraceMs: 1_500,
    /** So many heartbeats fit into the silence after which a worker counts as gone. */
    beatsMissed: 3,
    scanBatch: 500,
  },
  /** One run of the code of a SCRIPT step, and the processes in which such code runs. */
  script: {
    children: 2,
    jobsPerChild: 200,
    startMs: 20_000,
    timeoutMs: 5_000,
    longestMs: 60_000,
    /** After its time a script is asked to end from inside; this much later its process is killed. */
    killAfterMs: 500,
    memoryBytes: 64 * 1024 * 1024,
    /** What the interpreter itself takes of its memory, the script's aside. */
    interpreterBytes: 16 * 1024 * 1024,
    stackBytes: 256 * 1024,
    logLines: 100,
    logBytes: 16 * 1024,
    noteCharacters: 2_000,
    answerBytes: 2 * 1024 * 1024,
  },
  /** One request of an HTTP step. Bytes of an answer are counted after decoding. */
  http: {
    timeoutMs: 30_000,
    longestMs: 600_000,
    requestBytes: 1024 * 1024,
    connectMs: 10_000,
    answerBytes: 10 * 1024 * 1024,
    headerBytes: 32 * 1024,
    urlBytes: 16 * 1024,
    redirects: 10,
    encodings: 2,
    concurrent: 64,
    /** The longest that a server may ask to be left alone. */
    retryAfterMs: 3_600_000,
  },
  /** Undo of one draft: steps, UTF-16 units of their texts, and the pause that ends a burst. */
  history: { entries: 500, characters: 2 * 1024 * 1024, mergeWindowMs: 1_000 },
  /** Comparing two texts: lines put in and taken out beyond which the part that differs counts as one change. */
  compare: { edits: 1_500 },
  /** Years of the instants that people and programs ask by: PostgreSQL has no year 0, and ISO 8601 four digits. */
  instant: { firstYear: 1, lastYear: 9_999 },
  page: { size: 50, maxSize: 200, historyEvents: 10_000, historyBytes: 8 * 1024 * 1024 },
  /** Lists without pages: what is beyond is searched for, or asked for in parts. */
  shown: {
    workflowNames: 1_000,
    versions: 500,
    runsOfTree: 1_000,
    workOfRun: 200,
    openTasksOfRun: 200,
    rerunsOfRun: 50,
    newsOfTasks: 50,
    stepsBeforeTask: 50,
    bulkOperations: 20,
    openBulkOperations: 100,
    overviewRuns: 8,
    /** Large values of a run that a form reads which begins with them. */
    valuesOfForm: 100,
  },
  /** Rows, events and runs that one question reads at once; `failureRows` are more than one transaction can have written. */
  read: {
    logRows: 2_000,
    changedRows: 5_000,
    failureRows: 5_000,
    exportedRows: 500,
    /** Of histories that are written away, at once. */
    exportedBytes: 4 * 1024 * 1024,
    exportedRuns: 500,
    /** Runs whose columns, tasks and what was done with these are written away at once. */
    exportedHeads: 50,
    eventsBeforeTask: 2_000,
    /** Runs below one that are read for what they have not asked yet. */
    runsBelow: 100,
    /** Names that a text may refer to. */
    workflowNames: 100_000,
  },
  /**
   * Analysis of texts. Short ones are read in the process that was asked; longer ones, and those with more lines and
   * entries, in threads. `deadlineMs` is processor time, in which the slowest accepted text is read several times over;
   * `waitMs` ends a reading on a machine that hardly gets to it.
   */
  analysis: {
    inlineCharacters: 8 * 1024,
    inlineParts: 400,
    threads: 4,
    deadlineMs: 10_000,
    waitMs: 120_000,
    waitingPerOwner: 1_000,
  },
  command: { replyWaitMs: 2_000, mailboxPerRun: 10_000 },
  committer: {
    connections: 4,
    runsPerEagerFlush: 50,
    runsPerFlush: 128,
    bytesPerFlush: 1024 * 1024,
    payloadBytesPerStatement: 16 * 1024 * 1024,
  },
  /**
   * How long the database may take. The server gives a statement up before its
   * client does, so that what is sent again meets nothing that still runs.
   */
  database: {
    connectMs: 5_000,
    statementMs: 10_000,
    answerMs: 15_000,
    /** A silent connection is asked for a sign of life after this. */
    keepAliveMs: 10_000,
    /** The same for what somebody waits for in front of a screen. */
    requestStatementMs: 5_000,
    requestAnswerMs: 8_000,
    /** What a caller is told to wait before asking again. */
    retryAfterSeconds: 2,
  },
  engine: {
    leaseRenewMs: 3_000,
    /** After a renewal that failed. */
    leaseAgainMs: 500,
    leaseMs: 10_000,
    /** How often engines look for those whose lease has expired. */
    recoverMs: 500,
    /** How long after a lease has expired they look. */
    recoverAfterMs: 20,
    claimBatch: 200,
    /** How often runs are tried again that could not be taken up, and how many of them at once. */
    asideMs: 600_000,
    asideAtOnce: 1_000,
    pollBusyMs: 20,
    /** While more timers are due than can be fired, they come before runs from the queue, for so long. */
    timersFirstMs: 2_000,
    pollIdleMs: 2_000,
    notifyEveryMs: 10,
    /** What a hint may carry: PostgreSQL takes 8,000 bytes at most. */
    hintBytes: 7_900,
    /** A run is given to an engine at its start only if its lease lasts so long still, and so old a hint of it is not heeded. */
    givenLeaseMs: 6_000,
    givenHintMs: 60_000,
    /** Given runs of which the hint was lost are looked for as often as an idle engine polls, more rarely by so much for each run that it holds, and at least so often; so many are taken at once. */
    givenLookMsPerRun: 2,
    givenLookMs: 12_000,
    givenAtOnce: 100,
    /** The database is asked how many runs descend from an origin after so many that an engine has made for it; so many origins are counted. */
    descendantsAskEvery: 1_000,
    originsCounted: 10_000,
    /** Messages of one run that are read at once, by number and, but for the first, by length; the rest when these are answered. */
    mailAtOnce: 1_000,
    mailBytesAtOnce: 16 * 1024 * 1024,
    /** After a run could not be given: the next ones go into the queue. */
    givenAgainMs: 1_000,
    /** A timer that is so late has no row any more, or the engines were away: it is set again. */
    timerLostMs: 60_000,
    snapshotEveryEvents: 500,
    cancelGraceMs: 5_000,
    interruptions: 3,
    /**
     * How often function threads are asked for a sign of life, after how long without one the attempts of others go
     * elsewhere, and how long one may be silent before it is ended: among others, and alone in a process of its own;
     * there it gets no processor any more that others want after a while.
     */
    hostProbeMs: 100,
    hostSilentMs: 150,
    /** The share of its silence in which others may have had the processor without its being held against a thread; more of it for one that lets everybody go first. */
    hostExcusedShare: 0.75,
    hostExcusedYieldingShare: 0.9,
    /** Characters that a function thread reads in a millisecond, at the least: while it reads what it was sent, it is not silent. */
    hostReadsPerMs: 20_000,
    /** How often it is looked whether a call does not return; after how long the attempts behind it go elsewhere, and it is held back if it keeps a processor busy. */
    hostLookMs: 25,
    hostStuckMs: 40,
    hostHeldMs: 100,
    /** Functions that a thread loads before it has to stand in for another one. */
    functionsPrepared: 100,
    hostBlockedMs: 2_000,
    hostBlockedAloneMs: 10_000,
    /** Alone, a step that says how long it may take may block for as long, up to this. */
    hostBlockedLongestMs: 60_000,
    hostYieldsMs: 500,
    /** What a function thread may hold, in its heap and outside of it. */
    hostHeapBytes: 1_024 * 1024 * 1024,
    hostBuffersBytes: 1_024 * 1024 * 1024,
    /**
     * Who is held back runs for so long in each of these turns, while its engine's own thread has so much to do or more. One that
     * fills its memory has more of it, as it ends by that: held back like one that only computes, it would have the memory for more than a minute.
     */
    heldBack: { turnMs: 250, runMs: { spins: 25, fills: 60 }, busyShare: 0.05 },
    /** One that has taken so much memory meanwhile fills it. */
    fillsMemoryBytes: 128 * 1024 * 1024,
    /** First calls of each function that a thread writes down, for how long the files of dead engines are kept, and how often they are read at most. */
    callsNoted: 100,
    lastCallsKeptMs: 3_600_000,
    lastCallsReadMs: 1_000,
    /** Processes that one suspect has to itself. */
    suspectsAlone: 2,
    /** Before a step is called again that has ended what ran it, and before it is for the last time: to make good what it ended takes the processor from others. */
    suspectBackOffMs: { first: 2_000, last: 8_000 },
    /** Function threads that stand in for silent ones, how long after the end of one the next is started, and for how long one is kept that nobody needs. */
    spareThreads: 2,
    spareAfterMs: 1_000,
    spareIdleMs: 10_000,
    /** What has come for one run is decided so much at a time while others are held: they need not wait for a crowd of items, neither here nor in the function threads. */
    lettersBesideOthers: 12,
    runsInMemory: 5_000,
    /** Large values of the runs in memory, beyond which an engine takes up no more runs that have such; more than one run may have, and a quarter of what Node lets a process hold. */
    keptInMemoryBytes: 256 * 1024 * 1024,
    /** A run that waits for such room for so long is taken without. */
    keptWaitMs: 5_000,
    /** Runs that an engine holds however busy it is; beyond these it takes more while it has time, and few appends wait for an answer. */
    runsAlways: 128,
    appendsUnderWay: 64,
    /** Calls that no function thread has begun yet; with more of them it has no time. */
    callsWaiting: 64,
    /** When it is full it takes so many more at most, of owners of whom it holds only a few, and looks for them so far into the queue. */
    runsForOthers: 64,
    runsOfFew: 16,
    claimFront: 256,
  },
  /** Calls of HEDDLE_ON_FAILURE: at once, for how long each, how often, and after how long nobody tries any more. */
  failureCall: {
    atOnce: 4,
    timeoutMs: 10_000,
    lookEveryMs: 1_000,
    retryFirstMs: 1_000,
    retryLongestMs: 600_000,
    giveUpAfterMs: 24 * 3_600_000,
  },
  /** Folders of people's files: how often they are looked at, how many files of a folder, how long a source of step functions may be, and how long a file is left to whoever writes it. */
  files: {
    lookEveryMs: 1_000,
    most: 1_000,
    sourceBytes: 1024 * 1024,
    quietMs: 200,
  },
  /** HEDDLE_OBSERVERS: for how long a call may last, and the thread that makes it may take to start, how many go on at once, what of the log is read at once, and until when it is worth telling. */
  observers: {
    lookEveryMs: 250,
    hookMs: 5_000,
    startMs: 20_000,
    atOnce: 16,
    pageRows: 200,
    pageBytes: 4_194_304,
    /** After a module that cannot be loaded, or a database that does not answer. */
    againMs: 10_000,
    oldestMs: 24 * 3_600_000,
  },
  /**
   * The index in which runs are found by a value: what of a value is in it, what of the log is read at once, what part of
   * the time indexing may have, and how many conditions one question may hold.
   */
  search: {
    depth: 8,
    /** Of an input or a state. A run with twice as many costs the index more than twice the time (2 to 6 ms from 200 to 500, 15 at 1,000). */
    leaves: 500,
    textCharacters: 256,
    /** Of the message of a failure, without what differs from run to run. */
    shapeCharacters: 200,
    pageRows: 2_000,
    batchRuns: 50,
    firstLookMs: 5_000,
    lookEveryMs: 500,
    dutyShare: 0.25,
    /** Runs that an engine indexes as they come to rest: how many may wait for it, how often it does, and the longest history. */
    restedRuns: 2_000,
    restedEveryMs: 100,
    restedCharacters: 64 * 1024,
    conditions: 5,
    pathKeys: 8,
    /** Different numbers of one run (by path, input and state together) that are indexed for comparisons. */
    numbers: 200,
    /**
     * How a list finds runs by a comparison: how many of the newest it goes through, of how many candidates it looks at the newest, and how
     * many times as many of both the next time, to sort more than `mostCandidates` being slower than to go through all; and
     * how many candidates it looks at in vain, and how many at most when some match, before it leaves the way to the database.
     */
    window: 5_000,
    candidates: 10_000,
    mostCandidates: 100_000,
    growth: 8,
    lookedUp: 1_000,
    mostLookedUp: 10_000,
    /** Runs that ended within this time are compared without the index, which may not have them yet. */
    unindexedMs: 5_000,
    /** Runs that are counted for a filter; beyond, it says "more". */
    counted: 10_000,
  },
  /**
   * When a run is worth a look: how long people may let it wait, at which try again, for how long workers that
   * serve its queue may leave its work, and for how long nothing may come of it; and how many queues and workflows the overview names.
   */
  trouble: {
    waitingMs: 24 * 3_600_000,
    retryAttempts: 3,
    busyMs: 600_000,
    staleMs: 600_000,
    /** Runs with one trouble are counted to this: who has more needs no exact number. */
    counted: 1_000,
    queues: 5,
    workflows: 8,
  },
  /** Removal of old runs: what a batch may take, and what share of the time batches may have. */
  retention: {
    lookEveryMs: 600_000,
    batchMs: 10,
    batchRuns: 100,
    /** However slow the database is: smaller batches cost the same and remove less. */
    leastBatchRuns: 50,
    dutyShare: 0.04,
    longestPauseMs: 250,
    /** Answered commands, and snapshots of finished runs. */
    leftoversMs: 24 * 3_600_000,
  },
  /**
   * The steps of one workflow across its runs: how many runs and cells one answer holds, how much of histories one question
   * reads, and of one run, and how many cells are remembered of runs that have not changed.
   */
  grid: { runs: 50, cells: 10_000, readBytes: 8 * 1024 * 1024, runBytes: 4 * 1024 * 1024, remembered: 200_000 },
  /** One verb for many runs: how many, how many operations and runs at once, and how often it is looked whether there is something to do. */
  bulk: {
    runs: 100_000,
    selected: 1_000,
    /** Causes of which one run is looked into before all of them are asked for. */
    causesShown: 3,
    operations: 10,
    batch: 40,
    atOnce: 8,
    lookEveryMs: 500,
    pauseMs: 10_000,
    keptDays: 30,
  },
  /** People and groups that may be asked, and how they are called. */
  directory: { people: 1_000, groups: 200, idCharacters: 64, nameCharacters: 80 },
  /** Human tasks: what their author says about them, what people say, decisions made in one request, and values that a list may be narrowed to. */
  inbox: {
    priority: 100,
    fields: 4,
    fieldCharacters: 200,
    instructionsCharacters: 4_000,
    approvals: 100,
    reminders: 20,
    commentCharacters: 4_000,
    comments: 500,
    actsShown: 200,
    decidedAtOnce: 100,
    deliveriesAtOnce: 8,
    facets: 50,
  },
  /** Filters that one person keeps for one list. */
  savedViews: { most: 100, queryBytes: 16 * 1024 },
  /** Who has a draft open: how often they say so, when they are gone, how many of them, and what each says. */
  presence: { beatMs: 2_000, expireMs: 8_000, people: 50, steps: 20, nameCharacters: 40 },
  web: {
    /** Of the young generation of the web process, which has up to two of them: what it takes of memory it does not give back. */
    semiSpaceMb: 16,
  },
  live: {
    heartbeatMs: 15_000,
    /** What is kept for each reader who does not take it yet; at least one row of the log, whatever its size. */
    bufferedEvents: 1_000,
    bufferedBytes: 1024 * 1024,
    /** Beyond so many, a reader is told that any run may have changed. */
    namedRuns: 200,
    /** How long changes gather before they are read and told again: so many times what that took the last time, and at most. */
    restAfterWork: 40,
    longestRestMs: 250,
    /** The rest after a reading alone, at most; and after any while somebody looks at the page of one run, however many listen to all. */
    readWithinMs: 50,
    /**
     * Callers that wait for their run to come to rest: the pause after a look at all of them, as a multiple of the look and at
     * most, and how long a hint is waited for before the next look, at first.
     */
    settled: { restAfterLook: 3, longestRestMs: 20, pollMs: 100 },
    /** Streams that one person may have open, over all tabs. */
    subscriptionsPerActor: 250,
    subscriptionsPerOwner: 1_000,
    batchedCalls: 20,
    /** One call of the UI, or one batch: a whole draft as a JSON string is up to twice its size. */
    callBytes: 2 * 1024 * 1024,
  },
} as const
