// The walls between layers and features, as data. `npm run walls` turns them
// into rules of the linter (walls.json), which biome.json extends, so that an
// editor shows a forbidden import where it is written.

/** The order of features: each imports only features before it. Types count as imports. */
export const order = {
  core: ['people', 'expression', 'definition', 'graph', 'run'],
  server: [
    'db',
    'log',
    'access',
    'audit',
    'limits',
    'secrets',
    'files',
    'functions',
    'fleet',
    'engine',
    'example-servers',
    'directory',
    'identity',
    'keys',
    'triggers',
    'workflows',
    'agents',
    'runs',
    'inbox',
    'webhooks',
    'notify',
    'overview',
    'operations',
    'help',
    'api',
    'web',
    'processes',
  ],
  components: [
    'ui',
    'api',
    'canvas',
    'shell',
    'help',
    'people',
    'diff',
    'runs',
    'inbox',
    'designer',
    'workflows',
    'triggers',
    'locks',
    'overview',
    'settings',
    'identity',
  ],
}

/** The order of parts within a feature: each imports only parts before it. */
export const parts = { 'components/designer': ['algorithms', 'model', 'commands', 'views'] }

/** Features of one layer that do not know each other, beside the order. */
export const strangers = { core: [['graph', 'run']] }

/** The layers that each layer imports, from `package.json#imports`. */
export const layers = {
  core: [],
  sdk: ['core'],
  importers: ['core'],
  server: ['core', 'sdk', 'importers'],
  components: ['core', 'importers'],
  app: ['components'],
  cli: ['core', 'importers', 'sdk'],
}

/** The only packages of the pure layers. */
export const packages = {
  core: ['zod', 'yaml', 'diff', '@bufbuild/cel', '@bufbuild/cel-spec', 're2js', 'croner'],
  importers: ['zod', 'yaml', '@bufbuild/cel', 're2js'],
}

/** Globals of time, chance and I/O, which a pure layer gets as arguments. */
export const impureGlobals = [
  'Date',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'process',
  'crypto',
  'console',
  'performance',
  'Buffer',
  'window',
  'document',
  'navigator',
  'localStorage',
]

/** Parts of the engine that see the world by ports alone, each with the parts that it does not import. */
export const shell = {
  'ports.ts': [],
  'definitions.ts': [],
  'polling.ts': [],
  'repeating.ts': [],
  'tuning.ts': [],
  'store-error.ts': [],
  'run-engine.ts': [],
  'session/**': [],
  'ownership/**': ['session'],
  'commit/**': ['ownership', 'session'],
  'world/clock.ts': [],
}

/** What the parts of the shell do not import of core/run: they ask the decider of the definition (core/run/decider/decider.ts). */
export const behindDecider = {
  'session/**': ['decide.ts', 'plan/plan.ts', 'evolve.ts', 'decider/steps-decider.ts'],
  'ownership/**': [
    'decide.ts',
    'plan/plan.ts',
    'evolve.ts',
    'views/view-table.ts',
    'views/status.ts',
    'decider/steps-decider.ts',
  ],
  // The first events of a run are the same for all kinds: new-run.ts folds them.
  'commit/**': ['decide.ts', 'plan/plan.ts', 'decider/steps-decider.ts'],
}

/** Parts of the engine that a port stands for. */
export const behindPorts = ['requests', 'executor', 'workers', 'telemetry', 'store']

/** Parts of the engine that only the engine itself and processes import; the rest asks by engine/requests. */
export const insideEngine = [
  'session',
  'ownership',
  'commit',
  'world',
  'executor',
  'telemetry',
  'workers',
  'engine.ts',
  'run-engine.ts',
]
