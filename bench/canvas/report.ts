import { cpus, loadavg } from 'node:os'
import type { Arranging } from './arranging.ts'
import type { Frames } from './frames.ts'
import type { Keystrokes } from './keystrokes.ts'
import type { SizeFigures } from './measure-size.ts'
import type { RouteScript } from './route-script.ts'

export interface Report {
  /** Until nodes are shown to the first visitor after the start, who has the web process load what it renders with. */
  readonly firstVisitMs: number
  readonly sizes: ReadonlyMap<number, SizeFigures>
  readonly arranging: Arranging | null
  readonly script: RouteScript | null
  readonly loadBefore: string
  readonly browser: string
}

/** Goals of the design by size: the one of the next larger size counts for sizes between. */
const openGoals = [
  [200, 700],
  [800, 1_200],
  [2_000, 2_000],
] as const
const frameGoals = [
  [200, 17],
  [800, 25],
  [2_000, 34],
] as const
const keystrokeMs = 50
const mostElements = 8_000
const arrangeMs = 1_200
const longestFrameMs = 50
const routeKb = 300

export const loadNow = () =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')

export function printReport(report: Report): string {
  const sizes = [...report.sizes.keys()]
  const rows: string[][] = [['', ...sizes.map((size) => `${size.toLocaleString('en')} nodes`)]]
  const row = (label: string, cell: (figures: SizeFigures, nodes: number) => string) =>
    rows.push([label, ...[...report.sizes].map(([nodes, figures]) => cell(figures, nodes))])
  const frames = (label: string, of: (figures: SizeFigures) => Frames) => {
    row(`${label}: p95 frame`, (figures, nodes) => judged(of(figures).p95Ms, goalOf(frameGoals, nodes), 'ms'))
    row(`${label}: p95 main thread`, (figures, nodes) => judged(of(figures).mainP95Ms, goalOf(frameGoals, nodes), 'ms'))
    row(`${label}: long tasks, longest frame`, (figures) => `${of(figures).longTasks}, ${ms(of(figures).longestMs)}`)
  }
  row('open to nodes shown', ({ opening }) => ms(opening.shownMs))
  row('open to a key answered', ({ firstKeyMs }, nodes) => judged(firstKeyMs, goalOf(openGoals, nodes), 'ms'))
  row('click in the list to a key answered', ({ fromListMs }, nodes) =>
    judged(fromListMs, goalOf(openGoals, nodes), 'ms'),
  )
  row('open to calm', ({ opening }, nodes) => judged(opening.interactiveMs, goalOf(openGoals, nodes), 'ms'))
  row('main thread until then', ({ opening }) => ms(opening.mainMs))
  row('nodes shown, third visit on', ({ again }) => ms(again.shownMs))
  row('calm, third visit on', ({ again }) => `${ms(again.interactiveMs)}, main thread ${ms(again.mainMs)}`)
  frames('pan, all in view', (figures) => figures.panFar)
  frames('zoom', (figures) => figures.zoom)
  frames('pan, near', (figures) => figures.pan)
  frames('drag a node', (figures) => figures.drag)
  row('elements, all in view', (figures) => judged(figures.elementsFar, mostElements, ''))
  row('elements, near', (figures) => judged(figures.elementsNear, mostElements, ''))
  row('script heap', ({ heapMb }) => `${heapMb.toFixed(0)} MB`)
  row('key in a field to canvas', ({ inspector }) => keystrokes(inspector))
  row('key in the text to canvas', ({ text }) => keystrokes(text))
  row('adding a step', ({ edits }) => edited(edits?.add))
  row('removing a step', ({ edits }) => edited(edits?.remove))
  row('connecting two', ({ edits }) => edited(edits?.connect))
  row('taking that back', ({ edits }) => edited(edits?.undo))
  return [
    table(rows),
    '',
    `first visit after the start: nodes shown after ${ms(report.firstVisitMs)}`,
    ...(report.arranging === null ? [] : [arrangingLine(report.arranging)]),
    ...(report.script === null ? [] : scriptLines(report.script)),
    `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores; load average ${report.loadBefore} before, ${loadNow()} after; Chromium ${report.browser}, headless, painting on the processor; Node ${process.version}; ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ].join('\n')
}

function arrangingLine({ wholeMs, workerMs, longestWaitingMs, longestMs }: Arranging): string {
  return (
    `arranging 1,000 nodes: ${judged(workerMs, arrangeMs, 'ms')} in the worker, longest frame meanwhile ` +
    `${judged(longestWaitingMs, longestFrameMs, 'ms')}; ${ms(wholeMs)} until they stand there, longest frame then ${judged(longestMs, longestFrameMs, 'ms')}`
  )
}

function scriptLines({ ownKb, loadedKb, largest }: RouteScript): readonly string[] {
  return [
    `script of the editor's page: ${judged(ownKb, routeKb, 'kB')} gz before lazy parts, ${loadedKb.toFixed(0)} kB gz with those it shows at once`,
    `  ${largest.join(', ')}`,
  ]
}

function edited(times: Keystrokes | undefined): string {
  return times === undefined ? 'not measured' : keystrokes(times)
}

function keystrokes({ medianMs, worstMs }: Keystrokes): string {
  return `${judged(medianMs, keystrokeMs, 'ms')} (worst ${ms(worstMs)})`
}

function goalOf(goals: readonly (readonly [nodes: number, goal: number])[], nodes: number): number {
  return (goals.find(([most]) => nodes <= most) ?? goals.at(-1))?.[1] ?? Number.NaN
}

/** A frame of a 60 Hz screen is 16.67 ms: a goal of 17 is met by what rounds to it. */
function judged(value: number, goal: number, unit: string): string {
  const shown = unit === 'ms' ? ms(value) : `${Math.round(value).toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`
  return `${shown} ${Math.round(value) <= goal ? '✓' : '✗'}`
}

function ms(value: number): string {
  return value < 100 ? `${value.toFixed(1)} ms` : `${Math.round(value).toLocaleString('en')} ms`
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
