import { useEffect } from 'react'
import { stepOfHash } from '#components/shell/paths.ts'
import { findStep } from './algorithms/steps/find-step.ts'
import type { Session } from './model/session.ts'

/** The step that the address names is selected and shown, when the page opens and when such a link is followed in it. */
export function useLinkedStep(session: Session): void {
  useEffect(() => {
    const show = () => {
      const step = stepOfHash(window.location.hash)
      const found = step === null ? null : findStep(session.document.store.getState().definition, step)
      if (found === null) return
      session.selection.selectStep(found.step.name)
      session.view.showStep(found.step.name)
    }
    show()
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [session])
}
