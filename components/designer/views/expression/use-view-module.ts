'use client'

import { useEffect, useState } from 'react'

type ViewModule = typeof import('./expression-view.ts')

let arrived: ViewModule | null = null

/** CodeMirror comes when a field that needs it is shown; null until then. */
export function useViewModule(): ViewModule | null {
  const [module, setModule] = useState(arrived)
  useEffect(() => {
    if (arrived !== null) return
    let gone = false
    const load = async () => {
      arrived = await import('./expression-view.ts')
      if (!gone) setModule(arrived)
    }
    // Without it the plain field does as well; the next one that is shown tries again.
    load().catch(() => undefined)
    return () => {
      gone = true
    }
  }, [])
  return module
}
