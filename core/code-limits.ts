/**
 * Bounds of runs whose workflow is code, and of the agents that run them: part of `limits`, under the same names. The units
 * are those of `limits`.
 */
export const codeLimits = {
  /**
   * Runs whose workflow is code: commands of one run and of one delivery, the processor time of a delivery and how often
   * it is repeated when its host was lost, signals that no handler has read, open updates, attempts of an activity with
   * a policy, its default time limit, and how long a body may clean up after a cancellation.
   */
  code: {
    commands: 50_000,
    commandsPerDelivery: 2_000,
    deliveryMs: 2_000,
    deliveryAttempts: 3,
    queuedSignals: 1_000,
    openUpdates: 1_000,
    /** Arguments of one message. */
    messageArgs: 20,
    /** How long a query waits for its answer, and the longest time that a caller may ask for. */
    queryMs: 10_000,
    queryMostMs: 30_000,
    activityAttempts: 100,
    activityMs: 600_000,
    cancelGraceMs: 30_000,
    /** History after which `workflowInfo().continueAsNewSuggested` is true. */
    suggestedEvents: 10_000,
    suggestedBytes: 5 * 1024 * 1024,
    /** Unfinished runs that are replayed with a new version before it is published. */
    replayedRuns: 50,
  },
  /** The graph of what runs of code did: how many runs, and how much of the beginning of each. */
  observed: { runs: 50, eventsOfRun: 2_000, bytesOfRun: 512 * 1024 },
  /** Programs that take tasks of queues by HTTP. */
  agent: {
    idCharacters: 100,
    queues: 20,
    /** Workflow types of one agent, and its functions. */
    workflows: 200,
    activities: 1_000,
    /** Signals, queries or updates of one type. */
    messages: 200,
    hashCharacters: 128,
    /** Tasks of one poll, and the longest time that a poll waits for a task. */
    tasksPerPoll: 20,
    waitSeconds: 60,
    /** The lease of a task: without a heartbeat for this time, another agent gets the task. */
    leaseSeconds: 30,
    /** Cached bodies that one poll can name. */
    kept: 10_000,
    /** How long a delivery is reserved for the agent with the cached body, and for agents with the run's first code. */
    stickyMs: 5_000,
    sameCodeMs: 60_000,
    /** One answer, with its commands and values. */
    answerBytes: 10 * 1024 * 1024,
    errorCharacters: 16 * 1024,
    /** Notes in one answer: patches, cancelled commands, ends of updates. */
    notes: 2_000,
    /** How long an answer is kept, so that its repetition gets the same reply. */
    answersKeptMs: 3_600_000,
    /** Agents of one owner. */
    perOwner: 1_000,
  },
} as const
