import { codeLimits } from './code-limits.ts'
import { rateLimits } from './rate-limits.ts'
import { shellLimits } from './shell-limits.ts'

/**
 * Every bound of Heddle that a user can hit, in one place (invariant 12). A bound is part of the product: raising one
 * means measuring what it protects. Constants that only tune a mechanism lie in a `tuning.ts` beside the mechanism
 * (`server/engine/tuning.ts`, `server/engine/executor/tuning.ts`, `server/engine/workers/tuning.ts`).
 *
 * Sizes are bytes of UTF-8 unless the name says otherwise; durations are
 * milliseconds; the rest are counts.
 */
export const limits = {
  /**
   * Lengths of typed texts, in characters: names of workflows and steps (`workflowName`), other names (signals, queues,
   * regions), titles of workflows and steps, reasons, searches.
   */
  text: { workflowName: 128, name: 256, title: 200, reason: 1_000, search: 200 },
  definition: {
    textBytes: 512 * 1024,
    depth: 64,
    steps: 2_000,
    edges: 5_000,
    documents: 50,
    stringBytes: 64 * 1024,
    /** Problems of one severity reported for one text; also the unknown keys reported for one map. */
    problems: 200,
    /** Top-level keys of a text; also the entries of a text that is a list as a whole. */
    topLevelKeys: 500,
    topLevelItems: 2_000,
    /**
     * Anchors, aliases, tags, empty entries and stray closing brackets: each is a problem that costs as much as a step.
     */
    refusedMarks: 1_000,
    /** Tasks of one PARALLEL step, and items of its list that may be processed at once. */
    parallelTasks: 1_000,
    /** Rules of one step that insert steps. */
    injectionRules: 20,
    /** Pairs of a removed and an added step that a comparison tests for renames. */
    comparedSteps: 250_000,
    /** Characters of one note on the canvas, and of the title of a group. */
    noteCharacters: 4_000,
    titleCharacters: 120,
    /** Tags of one workflow, and characters of each. */
    tags: 20,
    tagCharacters: 40,
  },
  triggers: {
    /** Triggers of one workflow, and enabled ones of one owner. */
    perWorkflow: 20,
    perOwner: 1_000,
    leastIntervalMs: 60_000,
    mostIntervalMs: 366 * 24 * 3_600_000,
    jitterMs: 3_600_000,
    /** A planned instant that passed longer ago than this without an engine was missed. */
    lateMs: 60_000,
    /** Missed times that are made up for. */
    caughtUp: 100,
    /** Firings of one trigger that wait for the run before. */
    queued: 100,
    /** Calls of webhooks. A signature with a time is valid for so long before and after it. */
    callBytes: 1024 * 1024,
    callMs: 10_000,
    callsPerSecond: 60,
    signedForMs: 5 * 60_000,
    /** Answers of forms in a minute: to one form in total, and from one sender to it. */
    submissions: { perForm: 300, perSender: 20 },
    /** Equal bodies without an id of their own are one delivery within this time. */
    sameBodyMs: 24 * 3_600_000,
    /** Lifetime of an address for a test call, and the number of such addresses that one owner has at once. */
    listeningMs: 10 * 60_000,
    listening: 20,
    /** Triggers that one signal may fire. */
    signalled: 100,
    /** How often a trigger may fire in one chain of runs that start each other. */
    chained: 10,
    /** Times of one backfill. */
    backfilled: 1_000,
  },
  /**
   * The transaction envelope: checks, conditions, expressions of one list, resources of one run and characters of each,
   * the longest time limit, and default times in seconds. Equal errors of a condition after which the run ends.
   */
  envelope: {
    checks: 20,
    conditions: 20,
    expressions: 50,
    resources: 1_000,
    resourceCharacters: 256,
    /** Runs that hold one concurrency key at the same time, and characters of a key. */
    concurrency: 1_000,
    concurrencyKeyCharacters: 100,
    /** Labels of one resource, and characters of each name and value. */
    labels: 20,
    labelCharacters: 100,
    timeoutSeconds: 30 * 24 * 3_600,
    /** The deadlines of conditions and of locks that name none: every run ends at some time. */
    waitSeconds: 30 * 24 * 3_600,
    everySeconds: 60,
    discoverySeconds: 300,
    equalErrors: 5,
  },
  import: {
    /** Pass-through nodes of n8n that the importer follows back to find where a value comes from. */
    nodesBack: 100,
  },
  expression: {
    sourceBytes: 8 * 1024,
    /** Characters of the expression sources whose parse results are cached for the next check of a draft. */
    rememberedCharacters: 256 * 1024,
    depth: 32,
    nodes: 2_000,
    comprehensionDepth: 2,
    iterations: 10_000,
    evaluationSteps: 200_000,
    outputBytes: 64 * 1024,
    /** Alternatives of one type: beyond this bound the type becomes `any`. */
    typeAlternatives: 12,
    typeDepth: 32,
  },
  /**
   * Bounds of a JSON Schema and of one check of a value against it. One step is one keyword map applied to one value.
   */
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
    /**
     * Runs that descend from one run that a person or a program started, detached ones included. The bound is above the
     * largest fan-out of one list.
     */
    descendants: 250_000,
    maxVisits: 1_000,
    loopIterations: 10_000,
    retryAttempts: 100,
    /** How often an ASYNC step may be given to another worker when one is lost. */
    recoveries: 100,
    /** One JSON value from a request (input, resume input) or from a SCRIPT. */
    inputBytes: 256 * 1024,
    /**
     * One JSON value that a step returns or receives. A value longer than `inlineCharacters` is offloaded: stored
     * outside the log and referenced from there.
     */
    resultBytes: 10 * 1024 * 1024,
    inlineCharacters: 256 * 1024,
    /** Total size of the offloaded values of one run. */
    offloadedBytes: 64 * 1024 * 1024,
    requestBytes: 512 * 1024,
    jsonDepth: 64,
    tags: 20,
    /** Elements of the list of a PARALLEL step, and the default number of elements processed at once. */
    parallelItems: 100_000,
    parallelItemsAtOnce: 100,
    /** Elements of the list of a PARALLEL step that runs a whole step for each: every such step has a state of its own. */
    parallelSteps: 1_000,
    /** The list of a PARALLEL or LOOP step, and the gathered results of such a step. */
    listBytes: 1024 * 1024,
    gatheredBytes: 8 * 1024 * 1024,
    /** Signals of one run that no step has consumed yet. */
    queuedSignals: 1_000,
    /** The longest durable timer: ten years. */
    timerMs: 10 * 365 * 24 * 3_600_000,
    errorCodeBytes: 256,
    /**
     * The longest delay of one in-process timer, 24.8 days: Node fires a timer with a longer delay after a millisecond.
     */
    waitMs: 2 ** 31 - 1,
    errorMessageBytes: 8 * 1024,
    errorStackBytes: 16 * 1024,
    historyEvents: 1_000_000,
    /** Events of one decision: a loop of pure steps may not block the other runs of an engine for longer. */
    eventsPerDecision: 20_000,
    /** Events after which a loop yields to other runs before its next round. */
    eventsPerTurn: 2_000,
    /** Attempts of one compensation whose step has no retry policy, and the default time limit of each attempt. */
    compensationAttempts: 3,
    compensationMs: 600_000,
    /**
     * How long a run that compensates waits for steps that still execute; longer where `timeout_seconds` of one of them
     * allows more.
     */
    settleMs: 600_000,
    /** The longest time that a caller of the API may wait for the end of the run that the call starts. */
    startWaitMs: 30_000,
  },
  /** Variants or entries of one fan-out; flags that a regeneration keeps; characters of its texts. */
  fanOut: { variants: 10, keptFlags: 50, flagCharacters: 100, kindCharacters: 100, instructionsCharacters: 4_000 },
  /** Files that are previewed together before an import. */
  importFiles: {
    files: 20,
    nameCharacters: 200,
    /** Values of one document of another system, with its aliases expanded. */
    values: 100_000,
  },
  /** Step functions begun from the designer: characters of a name, and fields of the state in the source. */
  functions: { nameCharacters: 200, stubFields: 40 },
  /**
   * Stored secrets of one owner: their number, the characters of a name, the length of a value, the origins that may
   * receive it, and the workflows that may use it.
   */
  secrets: {
    most: 500,
    nameCharacters: 64,
    shortestCharacters: 4,
    valueBytes: 16 * 1024,
    origins: 20,
    workflows: 50,
    workflowCharacters: 200,
  },
  /** MAIL steps; the attachments of one mail, and their bytes together. */
  mail: {
    receivers: 50,
    bytes: 1024 * 1024,
    subjectCharacters: 500,
    attachments: 20,
    attachedBytes: 15 * 1024 * 1024,
  },
  /**
   * Uploaded files: one file, files of one value, bytes of all files that an owner has uploaded and no run uses, the body
   * of a form with its parts, and uploads that one process and one sender have under way at the same time.
   */
  uploads: {
    bytes: 10 * 1024 * 1024,
    perValue: 20,
    nameCharacters: 200,
    unusedBytes: 1024 * 1024 * 1024,
    /** Beyond this, forms take no more files, so that visitors leave room to the members of the owner. */
    unusedBytesForForms: 256 * 1024 * 1024,
    formBytes: 25 * 1024 * 1024,
    formParts: 500,
    uploadMs: 120_000,
    atOnce: 16,
    perSenderAtOnce: 4,
  },
  /**
   * AI steps: tokens of an answer, by default and at most; tools, calls of the model with tools, and tokens of all calls
   * of a step. The result of a tool is cut for the model after so many characters.
   */
  ai: {
    tokens: 2_048,
    mostTokens: 64_000,
    tools: 20,
    turns: 10,
    mostTurns: 50,
    mostBudget: 10_000_000,
    toolNameCharacters: 64,
    resultCharacters: 50_000,
  },
  /** SQL steps. */
  sql: { parameters: 100, rows: 1_000, mostRows: 10_000 },
  /** Connectors of one owner, operations of one, and how deep and wide the sample of a body is. */
  connectors: {
    most: 20,
    documentBytes: 1024 * 1024,
    operations: 300,
    nameCharacters: 64,
    bodyDepth: 4,
    bodyFields: 30,
    servers: 20,
    /** Parameters of an operation, and of its path. */
    parameters: 100,
    /** The JSON of a value that the document gives for a property. */
    givenCharacters: 1_000,
    /** Properties of schemas that are looked at for the samples of one document, and what is made for them. */
    properties: 100_000,
    /** References that lead nowhere which are told. */
    unresolved: 20,
  },
  variables: { most: 200, nameCharacters: 100, valueCharacters: 4_000, usesShown: 20 },
  connections: { most: 200, fieldCharacters: 1_000, secretBytes: 8 * 1024, usesShown: 20 },
  /** Test data stored with a draft. */
  testRun: { pins: 200, samples: 20, sampleNameCharacters: 80 },
  /** Workers of ASYNC steps. The heartbeat interval and similar values are settings, not limits. */
  worker: {
    /** The shortest time between two progress reports of a function to its run. */
    progressEveryMs: 2_000,
    /** How long a worker that stops waits for the functions under way. */
    stopGraceMs: 1_500,
    /** Heartbeats that a worker may miss before it counts as gone. */
    beatsMissed: 3,
  },
  /** One run of the code of a SCRIPT step, and the processes in which such code runs. */
  script: {
    /** Processes of one engine: more than one owner may use at once, so that others find a free one. */
    children: 4,
    jobsPerChild: 200,
    startMs: 20_000,
    timeoutMs: 5_000,
    longestMs: 60_000,
    /**
     * Grace after a script's time limit: the script is first interrupted from inside, and its process is killed this
     * much later.
     */
    killAfterMs: 500,
    memoryBytes: 64 * 1024 * 1024,
    /** Memory of the interpreter itself, which counts on top of the script's own memory. */
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
    /** The longest `Retry-After` of a server that is honoured. */
    retryAfterMs: 3_600_000,
  },
  /** Undo history of one draft: entries, UTF-16 units of their texts, and the pause that ends a burst of edits. */
  history: { entries: 500, characters: 2 * 1024 * 1024, mergeWindowMs: 1_000 },
  /** Comparison of two texts: with more inserted and deleted lines, the part that differs counts as one change. */
  compare: { edits: 1_500 },
  /** Years of the instants in requests: PostgreSQL has no year 0, and ISO 8601 has four digits. */
  instant: { firstYear: 1, lastYear: 9_999 },
  page: { size: 50, maxSize: 200, historyEvents: 10_000, historyBytes: 8 * 1024 * 1024 },
  /** Lists without pages: the rest is found by a search, or requested in parts. */
  shown: {
    workflowNames: 1_000,
    /** Workflows that start one workflow and are checked when its input changes. */
    startingWorkflows: 200,
    /** Workflows that a person has marked as favourites. */
    favourites: 200,
    /** Tags, and authors of drafts, offered as filters of the list of workflows. */
    workflowFacets: 100,
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
    /** Runs that hold one resource, runs of one queue for it, and nodes of the wait-for graph. */
    lockHolders: 50,
    lockQueue: 200,
    waitGraphNodes: 500,
    /** Large values of a run that a form loads when it starts with the values of that run. */
    valuesOfForm: 100,
  },
  /** Rows, events and runs that one query reads. */
  read: {
    logRows: 2_000,
    changedRows: 5_000,
    exportedRows: 500,
    /** Bytes of exported histories per batch. */
    exportedBytes: 4 * 1024 * 1024,
    exportedRuns: 500,
    /** Runs per export batch whose columns, tasks and task decisions are written. */
    exportedHeads: 50,
    eventsBeforeTask: 2_000,
    /** Descendants of one run that are read to find HUMAN steps that they have not reached yet. */
    runsBelow: 100,
    /** Names that a text may refer to. */
    workflowNames: 100_000,
  },
  /**
   * Analysis of texts. Short texts are parsed in the process of the request; longer texts, and texts with more lines
   * and entries, in threads. `deadlineMs` is processor time, enough to parse the slowest accepted text several times.
   * `waitMs` is wall-clock time and ends an analysis on an overloaded machine.
   */
  analysis: {
    inlineCharacters: 8 * 1024,
    inlineParts: 400,
    threads: 4,
    deadlineMs: 10_000,
    waitMs: 120_000,
    waitingPerOwner: 1_000,
  },
  command: { replyWaitMs: 2_000, updateWaitMs: 30_000, mailboxPerRun: 10_000 },
  ...codeLimits,
  ...shellLimits,
  ...rateLimits,
  /**
   * The steps of one workflow across its runs: runs and cells of one answer, bytes of history read by one query and for
   * one run, and cells cached for runs that have not changed.
   */
  grid: { runs: 50, cells: 10_000, readBytes: 8 * 1024 * 1024, runBytes: 4 * 1024 * 1024, remembered: 200_000 },
  /** The live and the failed runs of a workflow that are counted at its steps: the newest of each. */
  heat: { runs: 10_000 },
  /**
   * Bulk operations on runs: runs of one operation, operations and runs at once, and the interval of looks for work.
   */
  bulk: {
    runs: 100_000,
    selected: 1_000,
    /** Causes whose example run is loaded before the caller asks for all of them. */
    causesShown: 3,
    operations: 10,
    batch: 40,
    atOnce: 8,
    lookEveryMs: 500,
    pauseMs: 10_000,
    keptDays: 30,
  },
  /** Directory of people and groups that may be asked, and the lengths of their ids and names. */
  directory: { people: 1_000, groups: 200, idCharacters: 64, nameCharacters: 80 },
  /** Owners and members: invitations that are open, owners of an installation, and how long an administrator of it stays in one. */
  members: {
    openInvites: 100,
    inviteHours: 72,
    emailCharacters: 254,
    /** Of a request. How long a password may be is said where accounts are made. */
    passwordCharacters: 1_000,
    owners: 1_000,
    entryMinutes: 60,
    entriesShown: 20,
    mappings: 200,
    claims: 200,
    claimCharacters: 200,
    issuerCharacters: 500,
  },
  /** The own login provider of an owner. */
  loginProvider: {
    nameCharacters: 40,
    clientCharacters: 500,
    scopeCharacters: 300,
    acr: 10,
    acrCharacters: 200,
    domains: 50,
    domainCharacters: 253,
  },
  /**
   * API keys of one member, days until a key expires unless its maker says otherwise, and at most; workflows and networks
   * that bound one key; services of one owner.
   */
  keys: { perMember: 50, days: 90, mostDays: 365, nameCharacters: 80, workflows: 50, networks: 20, services: 200 },
  /** Human tasks: the author's texts, people's comments, decisions per request, and the values offered as filters. */
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
  /** Saved filters of one person for one list. */
  savedViews: { most: 100, queryBytes: 16 * 1024 },
  /** The audit: rows of an export, the time in which saves of one person are one row, days until a row is removed. */
  audit: {
    editSessionMs: 600_000,
    exportedAtOnce: 1_000,
    searchCharacters: 500,
    retentionDays: 400,
    /** The database refuses to remove younger rows: see `guard_audit_chain` in the migrations. */
    leastRetentionDays: 30,
  },
  /** Presence in a draft: heartbeat, expiry, people, and the data of one person. */
  presence: { beatMs: 2_000, expireMs: 8_000, people: 50, steps: 20, nameCharacters: 40 },
  web: {
    /** Open connections beyond this machine: in total, and of one address that is no trusted proxy. */
    connections: 10_000,
    connectionsPerAddress: 256,
    /** The interval at which a renewed certificate is read. */
    certificateLookMs: 3_600_000,
  },
  /** Artifacts: of a run, of an attempt together, and of one. */
  artifacts: {
    perRun: 100,
    attemptBytes: 1024 * 1024,
    bytes: 64 * 1024,
    nameCharacters: 200,
    typeCharacters: 100,
    urlCharacters: 2_000,
  },
  /** The stream of all events, and its WebSocket. */
  events: {
    /** How far back a reader may begin. */
    replayedHours: 24,
    /** Rows of the log among which the last event of a reader is looked for, and those between two other requests. */
    scannedRows: 500_000,
    scannedAtOnce: 500,
    kinds: 20,
    /** Subscriptions of one WebSocket, one after the other. */
    subscriptions: 100,
    /** A frame that a client sends. */
    frameBytes: 16 * 1024,
    /** Bytes that a slow reader of a WebSocket has not taken yet, and the time in which it takes them. */
    unsentBytes: 1024 * 1024,
    slowMs: 30_000,
  },
  live: {
    heartbeatMs: 15_000,
    /** Buffer for each reader that is behind; at least one row of the log, whatever its size. */
    bufferedEvents: 1_000,
    bufferedBytes: 1024 * 1024,
    /** Beyond this many changed runs, a reader is told that any run may have changed. */
    namedRuns: 200,
    /** Streams that one person may have open, over all tabs. */
    subscriptionsPerActor: 250,
    subscriptionsPerOwner: 1_000,
    batchedCalls: 20,
    /** One call of the UI, or one batch: a whole draft as a JSON string is up to twice its size. */
    callBytes: 2 * 1024 * 1024,
  },
} as const
