/** The headings under which the contents list the pages. */
export const helpGroups = ['Get started', 'Operate', 'Reference', 'Inside Heddle'] as const
export type HelpGroup = (typeof helpGroups)[number]

export interface HelpSource {
  /** Below /docs. */
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly group: HelpGroup
  /** The Markdown file, from the root of the installation. */
  readonly file: string
  /** Headings of the second level: the page is these sections of the file alone. */
  readonly sections?: readonly string[]
}

/** The help pages in their order. A new file of docs/ appears in the app once it is listed here. */
export const helpSources: readonly HelpSource[] = [
  {
    path: 'first-workflow',
    title: 'Your first workflow',
    summary: 'From a blank canvas to an approved run in three minutes.',
    group: 'Get started',
    file: 'docs/guide/first-workflow.md',
  },
  {
    path: 'data',
    title: 'Data and expressions',
    summary: 'Input, state and results, and how a step uses them.',
    group: 'Get started',
    file: 'docs/guide/data.md',
  },
  {
    path: 'approvals',
    title: 'Approvals and the inbox',
    summary: 'Ask people, collect several approvals, escalate late tasks.',
    group: 'Get started',
    file: 'docs/guide/approvals.md',
  },
  {
    path: 'failures',
    title: 'Failures, retries and rollback',
    summary: 'Retry a step, take a failure route, undo completed steps (saga).',
    group: 'Get started',
    file: 'docs/guide/failures.md',
  },
  {
    path: 'sub-workflows',
    title: 'Sub-workflows, loops and parallel work',
    summary: 'Compose workflows from workflows, and work on many items.',
    group: 'Get started',
    file: 'docs/guide/sub-workflows.md',
  },
  {
    path: 'ai-agents',
    title: 'AI agents that ask before they act',
    summary: 'A model that calls functions and workflows, with approvals and bounds.',
    group: 'Get started',
    file: 'docs/guide/ai-agents.md',
  },
  {
    path: 'code',
    title: 'Workflows as code',
    summary: 'An async function that survives restarts: activities, timers, messages.',
    group: 'Get started',
    file: 'docs/guide/code.md',
  },
  {
    path: 'agents',
    title: 'Agents: functions and code in any language',
    summary: 'Programs that take tasks of queues by HTTP, without a database.',
    group: 'Get started',
    file: 'docs/guide/agents.md',
  },
  {
    path: 'triggers',
    title: 'Triggers: runs that start by themselves',
    summary: 'Schedules, missed times, and what happens when a run still runs.',
    group: 'Get started',
    file: 'docs/guide/triggers.md',
  },
  {
    path: 'functions',
    title: 'Functions, requests and scripts',
    summary: 'Where your own code lives, and what a step may call.',
    group: 'Get started',
    file: 'README.md',
    sections: ['Step functions', 'Requests and scripts'],
  },
  {
    path: 'programs',
    title: 'Use Heddle from your program',
    summary: 'Start and follow runs from TypeScript, React or Python; verify webhooks.',
    group: 'Get started',
    file: 'docs/guide/programs.md',
  },
  {
    path: 'models',
    title: 'Models and MCP',
    summary: 'Let a model read workflows and runs, and start runs; people decide.',
    group: 'Get started',
    file: 'docs/guide/models.md',
  },
  {
    path: 'runs',
    title: 'Follow and repair a run',
    summary: 'Find a run, see why it does not move, retry, skip or jump.',
    group: 'Operate',
    file: 'docs/guide/runs.md',
  },
  {
    path: 'settings',
    title: 'Settings and limits',
    summary: 'Environment variables, and what Heddle does not do.',
    group: 'Operate',
    file: 'README.md',
    sections: ['Settings', 'What it does not do'],
  },
  {
    path: 'command-line',
    title: 'Command line',
    summary: 'Import, run, follow and decide from a terminal.',
    group: 'Operate',
    file: 'README.md',
    sections: ['Command line'],
  },
  {
    path: 'operations',
    title: 'Operations',
    summary: 'Monitoring, backup, upgrade, retention and limits for operators.',
    group: 'Operate',
    file: 'docs/operations.md',
  },
  {
    path: 'fleet',
    title: 'Several machines',
    summary: 'Engines, web processes and workers that run alone, their health, and new versions without a stop.',
    group: 'Operate',
    file: 'docs/fleet.md',
  },
  {
    path: 'security-decisions',
    title: 'Security decisions',
    summary: 'Ways in, sessions, rights, keys, data, logs and bounds, with their numbers.',
    group: 'Operate',
    file: 'docs/security-decisions.md',
  },
  {
    path: 'reference/step-types',
    title: 'Step types',
    summary: 'What each step does, with its keys and an example.',
    group: 'Reference',
    file: 'docs/reference/step-types.md',
  },
  {
    path: 'reference/definition',
    title: 'Keys of a definition',
    summary: 'Every key of a workflow, its steps, routes and tasks.',
    group: 'Reference',
    file: 'docs/reference/definition.md',
  },
  {
    path: 'reference/statuses',
    title: 'Statuses',
    summary: 'Every status of a run, and which verbs it accepts.',
    group: 'Reference',
    file: 'docs/reference/lifecycle.md',
  },
  {
    path: 'reference/errors',
    title: 'Errors and refusals',
    summary: 'Every error code, what it means and what to do.',
    group: 'Reference',
    file: 'docs/reference/errors.md',
  },
  {
    // At /docs/api is the page of the OpenAPI document (server/web/api-reference.ts).
    path: 'rest-api',
    title: 'REST API',
    summary: 'What the routes for programs mean and have in common.',
    group: 'Reference',
    file: 'docs/api.md',
  },
  {
    path: 'reference/routes',
    title: 'Routes',
    summary: 'Every route of the REST API: parameters, bodies, permissions, errors.',
    group: 'Reference',
    file: 'docs/reference/routes.md',
  },
  {
    path: 'lifecycle',
    title: 'Life of a run',
    summary: 'From the start of a run to its outcome, and what each word means.',
    group: 'Inside Heddle',
    file: 'docs/lifecycle.md',
  },
  {
    path: 'reliability',
    title: 'Reliability',
    summary: 'The tests that show that Heddle loses nothing.',
    group: 'Inside Heddle',
    file: 'docs/reliability.md',
  },
  {
    path: 'security',
    title: 'Security',
    summary: 'The requirements of ASVS 5.0, and the tests that show them.',
    group: 'Inside Heddle',
    file: 'docs/security.md',
  },
  {
    path: 'simulation',
    title: 'Simulation',
    summary: 'The simulator of faults, and how to reproduce its runs.',
    group: 'Inside Heddle',
    file: 'docs/simulation.md',
  },
  {
    path: 'proof',
    title: 'Proof',
    summary: 'What the long-running checks show.',
    group: 'Inside Heddle',
    file: 'docs/proof.md',
  },
]
