import { describe, expect, it } from 'vitest'
import { diff, refused } from '../../testing/edit-text.ts'
import { gate, row } from '../../testing/row-drafts.ts'

const both = row.replace(
  'function: x.a',
  `type: DECISION
    routes:
      - condition: input.x > 10 # large
        target: B
      - { condition: input.y == 1, next: B }
      - { condition: input.z, target: END }
      - { condition: input.w, target: Bee }
      - 7`,
)
const lead = (route: number, to: string | null) => diff(both, { type: 'set_route_target', step: 'A', route, to })

describe('set_route_target', () => {
  it('leads one of two routes to a step elsewhere', () => {
    expect(lead(0, 'C')).toBe('-        target: B\n+        target: C')
    expect(lead(1, 'C')).toBe(
      '-      - { condition: input.y == 1, next: B }\n+      - { condition: input.y == 1, next: C }',
    )
  })
  it('takes out one of two routes to a step', () => {
    expect(lead(0, null)).toBe('-      - condition: input.x > 10 # large\n-        target: B')
    expect(lead(1, null)).toBe('-      - { condition: input.y == 1, next: B }')
  })
  it('works on a route to END, to a step that is not there, and on what is no route', () => {
    expect(lead(2, 'C')).toBe(
      '-      - { condition: input.z, target: END }\n+      - { condition: input.z, target: C }',
    )
    expect(lead(2, null)).toBe('-      - { condition: input.z, target: END }')
    expect(lead(3, 'END')).toBe(
      '-      - { condition: input.w, target: Bee }\n+      - { condition: input.w, target: END }',
    )
    expect(lead(3, null)).toBe('-      - { condition: input.w, target: Bee }')
    expect(lead(4, 'C')).toBe('-      - 7\n+      - { condition: "", target: C }')
    const open = both.replace(', target: Bee', '')
    expect(diff(open, { type: 'set_route_target', step: 'A', route: 3, to: 'C' })).toBe(
      '-      - { condition: input.w }\n+      - { condition: input.w, target: C }',
    )
  })
  it('leads the next that stands in for a default elsewhere', () => {
    expect(diff(gate, { type: 'set_route_target', step: 'A', route: 0, to: 'B' })).toBe('-    next: C\n+    next: B')
    expect(diff(gate, { type: 'set_route_target', step: 'A', route: 0, to: null })).toBe('-    next: C')
  })
  it('works within a loop, and leads nowhere out of it', () => {
    const indented = both.slice(both.indexOf('  - name')).replace(/^/gm, '    ').trimEnd()
    const loop = `workflow_type: Row\nsteps:\n  - name: L\n    type: LOOP\n    loop_body:\n${indented}\n  - name: After\n    function: x.d\n`
    expect(diff(loop, { type: 'set_route_target', step: 'A', route: 0, to: 'C' })).toBe(
      '-            target: B\n+            target: C',
    )
    expect(refused(loop, { type: 'set_route_target', step: 'A', route: 0, to: 'After' }).message).toBe(
      'There is no step After that A can lead to.',
    )
  })
  it('refuses a route that is not there, and a step that would lead to itself', () => {
    expect(refused(both, { type: 'set_route_target', step: 'A', route: 9, to: null })).toEqual({
      code: 'edge_missing',
      message: 'A has no such route.',
    })
    expect(refused(both, { type: 'set_route_target', step: 'A', route: 0, to: 'A' }).code).toBe('not_allowed')
  })
})
