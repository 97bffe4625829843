'use client'

import { Command } from 'cmdk'
import { Popover as Primitive } from 'radix-ui'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { popupClasses, rowClasses } from '#components/ui/popup.ts'
import { addStep } from '../commands.ts'
import { useSession, useView } from '../session-context.tsx'
import { stepChoices } from './step-choices.ts'

/** Type to find a kind of step, Enter to add it: where an edge was dropped, where the canvas was double-clicked, or by key. */
export function StepPicker() {
  const session = useSession()
  const adding = useView((view) => view.adding)
  if (adding === null) return null
  const { position, at, connect, onEdge } = adding
  return (
    <Primitive.Root open onOpenChange={(open) => !open && session.view.stopAdding()}>
      <Primitive.Anchor className="fixed size-0" style={at} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label="Add a step"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className={popupClasses}
          // The name of the new step has the focus by now.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Command label="Kinds of step" loop className="w-68">
            <Command.Input
              autoFocus
              aria-label="Add a step"
              placeholder={connect ? `Next step after ${connect.from}` : 'Add a step'}
              className="h-9 w-full border-b px-3 outline-none"
            />
            <Command.List className="max-h-80 overflow-y-auto p-1">
              <Command.Empty className="px-3 py-6 text-center text-muted">
                No kind of step is called that.
              </Command.Empty>
              {stepChoices().flatMap(({ choices }) =>
                choices.map(({ type, label, description }) => (
                  <Command.Item
                    key={type}
                    value={label}
                    keywords={[type, description]}
                    onSelect={() => {
                      session.view.stopAdding()
                      addStep(session, type, {
                        position,
                        ...(connect ? { connect } : {}),
                        ...(onEdge ? { onEdge } : {}),
                      })
                    }}
                    className={rowClasses}
                  >
                    <StepIcon type={type} className="text-muted" />
                    <span className="shrink-0 font-medium">{label}</span>
                    <span className="truncate text-small text-muted">{description}</span>
                  </Command.Item>
                )),
              )}
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
