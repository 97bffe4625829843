// Rules of the linter made from the walls. Biome takes only the last override
// that names a rule for a file, so every group of files has exactly one with all
// that is forbidden there.
import {
  behindDecider,
  behindPorts,
  impureGlobals,
  insideEngine,
  layers,
  order,
  packages,
  parts,
  shell,
  strangers,
} from './walls.mjs'

const allLayers = [...new Set([...Object.keys(layers), 'proof', 'tools', 'bench', 'e2e', 'examples'])]
const noTests = ['!**/*.test.ts', '!**/*.test.tsx', '!**/*.proof.ts', '!**/testing/**']

/** @typedef {{ group: string[], message: string }} Pattern */

const SEE = '(see ARCHITECTURE.md, Walls)'

/** The overrides of biome.json, from the most general files to the most particular ones. */
export function overrides() {
  return [
    ...Object.keys(layers).flatMap((layer) => ofLayer(layer)),
    ...Object.keys(order).flatMap((layer) => (order[layer] ?? []).flatMap((feature) => ofFeature(layer, feature))),
    ...Object.keys(parts).flatMap((feature) => parts[feature].map((part) => ofPart(feature, part))),
    ...Object.entries(shell).map(([part, unknown]) => ofShell(part, unknown)),
    ...purity(),
    override(
      ['components/api/**'],
      [
        ...upTo('components', 'api'),
        {
          group: ['#server/**', '!#server/api', '!#server/api/router.ts'],
          message: 'Only the type AppRouter, from #server/api/router.ts.',
        },
        browserOnly,
      ],
    ),
  ]
}

const browserOnly = { group: ['node:*', 'pg', '@prisma/**'], message: 'Components run in the browser.' }
const noPages = {
  group: ['next', 'next/**', 'react', 'react/**', 'react-dom', 'react-dom/**'],
  message: 'Nothing under server/ imports Next or React except server/web.',
}

/** Files of a layer that belong to no feature; features repeat what holds for their layer. */
function ofLayer(layer) {
  // Scripts (`.mjs`) run before the packages are there, such as the launcher of the command line: they import no layer.
  const files = [`${layer}/**/*.ts`, `${layer}/**/*.tsx`, ...noTests]
  const own = [override(files, layerPatterns(layer))]
  if (packages[layer]) {
    const withTests = [...packages[layer], 'vitest', 'fast-check', 'node:*']
    own.push(override([`${layer}/**/*.test.ts`, `${layer}/**/testing/**`], [onlyPackages(layer, withTests)]))
  }
  return own
}

function ofFeature(layer, feature) {
  if (layer === 'components' && feature === 'api') return []
  return [override([`${layer}/${feature}/**`, ...noTests], [...upTo(layer, feature), ...layerPatterns(layer, feature)])]
}

/** A part of a feature repeats what holds for the feature, and does not import the parts after it. */
function ofPart(path, part) {
  const [layer, feature] = path.split('/')
  const later = parts[path].slice(parts[path].indexOf(part) + 1)
  const inside = {
    group: later.flatMap((name) => [`#${path}/${name}/**`, `../${name}/**`, `../../${name}/**`, `../../../${name}/**`]),
    message: `${path}/${part} stands below ${later.join(', ')} ${SEE}.`,
  }
  const patterns = [...upTo(layer, feature), ...layerPatterns(layer, feature), ...(later.length > 0 ? [inside] : [])]
  return override([`${path}/${part}/**`, ...noTests], patterns)
}

/** @returns {Pattern[]} */
function layerPatterns(layer, feature) {
  const patterns = packages[layer] ? [onlyPackages(layer, packages[layer])] : [notAbove(layer)]
  if (layer === 'importers') {
    patterns.push({
      group: ['#core/graph/**', '#core/run/**'],
      message: 'importers/** makes definitions, and knows neither the graph nor the run.',
    })
  }
  if (layer === 'components') patterns.push(browserOnly)
  if (layer === 'server' && feature !== 'web') patterns.push(noPages)
  if (['directory', 'workflows', 'runs', 'inbox', 'overview'].includes(feature)) {
    patterns.push({
      group: insideEngine.map((part) => `**/engine/${part}${part.endsWith('.ts') ? '' : '/**'}`),
      message: 'Operations ask the engine by server/engine/requests; its parts are its own.',
    })
  }
  return patterns
}

function onlyPackages(layer, known) {
  const own = [layer, ...layers[layer]].map((name) => `!#${name}/**`)
  const others = allLayers
    .filter((name) => name !== layer && !layers[layer].includes(name))
    .map((name) => `#${name}/**`)
  return {
    group: [
      '**',
      '*',
      '!./**',
      '!../**',
      ...own,
      ...others,
      ...known.flatMap((name) => (name.includes(':') ? [`!${name}`] : [`!${name}`, `!${name}/**`])),
    ],
    message: `${layer}/** imports ${[layer, ...layers[layer]].join(' and ')}, and of packages only ${known.join(', ')} ${SEE}.`,
  }
}

function notAbove(layer) {
  const others = allLayers.filter((name) => name !== layer && !layers[layer].includes(name))
  return {
    group: among(others),
    message: `${layer}/** imports only ${[layer, ...layers[layer]].join(', ')} of the layers ${SEE}.`,
  }
}

const among = (names) =>
  names.flatMap((name) => [`#${name}/**`, `../${name}/**`, `../../${name}/**`, `../../../${name}/**`])

/** What stands above a feature, and its strangers. @returns {Pattern[]} */
function upTo(layer, feature) {
  const features = order[layer]
  const above = features.slice(features.indexOf(feature) + 1)
  const unknown = (strangers[layer] ?? [])
    .filter((pair) => pair.includes(feature))
    .flat()
    .filter((name) => name !== feature)
  const names = [...new Set([...above, ...unknown])]
  if (names.length === 0) return []
  return [
    {
      group: names.flatMap((name) => [
        `#${layer}/${name}/**`,
        `../${name}/**`,
        `../../${name}/**`,
        `../../../${name}/**`,
      ]),
      message: `${layer}/${feature} stands below ${names.join(', ')}: hand in from above what it shows of them ${SEE}.`,
    },
  ]
}

function ofShell(part, unknown) {
  const message = 'The shell of the engine sees the world by its ports (server/engine/ports.ts).'
  const parts = [...behindPorts, ...unknown].map((name) => `**/${name}/**`)
  const deciders = (behindDecider[part] ?? []).map((name) => `#core/run/${name}`)
  const asked = { group: deciders, message: 'Ask the decider of the definition (core/run/decider/decider.ts).' }
  return override(
    [`server/engine/${part}`, ...noTests],
    [
      { group: ['**', '*', '!./**', '!../**', '!#core/**', ...parts], message },
      ...(deciders.length > 0 ? [asked] : []),
    ],
  )
}

function purity() {
  const denied = (files, names, message) => ({
    includes: files,
    linter: {
      rules: {
        style: {
          noRestrictedGlobals: {
            level: 'error',
            options: { deniedGlobals: Object.fromEntries(names.map((name) => [name, message])) },
          },
        },
      },
    },
  })
  const ports = Object.keys(shell).map((part) => `server/engine/${part}`)
  const ofShellOnly = impureGlobals.filter(
    (name) => !['queueMicrotask', 'Buffer', 'window', 'document', 'navigator', 'localStorage'].includes(name),
  )
  return [
    denied(
      ['core/**', 'importers/**', ...noTests],
      impureGlobals,
      'This layer is pure: time, ids, randomness and I/O arrive as arguments.',
    ),
    denied(
      [...ports, ...noTests],
      ofShellOnly,
      'The shell of the engine sees the world by its ports (server/engine/ports.ts).',
    ),
  ]
}

function override(includes, patterns) {
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } } }
}
