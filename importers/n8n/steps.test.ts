import { describe, expect, it } from 'vitest'
import { act, connect, convert, node, reported, start } from './testing/flows.ts'

describe('the outputs of a node of n8n', () => {
  const others = [act('Yes'), act('No')]

  it('are chosen from by a DECISION of its own behind a step that cannot choose', () => {
    const { step, notes } = convert(
      [start, node('Do', 'httpRequest'), ...others],
      connect('Start>Do', 'Do>Yes', 'Do:1>No'),
    )
    expect(step('Do')).toMatchObject({ type: 'HTTP', next: ['Do_goes'] })
    expect(step('Do_goes')).toMatchObject({
      type: 'DECISION',
      routes: [
        { condition: 'state.do_output == 0', target: 'Yes' },
        { condition: 'state.do_output == 1', target: 'No' },
        { target: 'END' },
      ],
    })
    expect(notes).toContainEqual(
      expect.objectContaining({ step: 'Do', fate: 'lost', message: expect.stringContaining('An earlier step') }),
    )
  })

  it('for errors come behind the others, also of a node that chooses or leads nowhere', () => {
    const parameters = { conditions: { boolean: [{ value1: '={{ $json.a }}', value2: true }] } }
    const choosing = node('Do', 'if', parameters, { onError: 'continueErrorOutput' })
    const edges = connect('Start>Do', 'Do>Yes', 'Do:2>No')
    const { step, notes } = convert([start, choosing, ...others], edges)
    expect(step('Do')).toMatchObject({ on_failure: { target_step: 'No' } })
    expect(reported(notes)).not.toContain('lost Do')
    const last = convert([start, node('Do', 'mystery', {}, { onError: 'continueErrorOutput' })], connect('Start>Do'))
    expect(last.step('Do')).toMatchObject({ next: ['END'], on_failure: { target_step: 'Do_failed' } })
  })

  it('are led on by steps with names that no node has', () => {
    const nodes = [start, node('Do', 'if'), act('Do_0'), ...others]
    const { step } = convert(nodes, connect('Start>Do', 'Do>Do_0', 'Do>Yes'))
    expect(step('Do').routes).toMatchObject([{ target: 'Do_0_2' }, { target: 'END' }])
    expect(step('Do_0_2')).toMatchObject({ next: ['Do_0', 'Yes'] })
  })
})
