import { type RefObject, useMemo } from 'react'

/**
 * Marks the canvas while the view or a step moves, so that cards omit effects that are costly to paint. The mark is an
 * attribute, so no node renders again. It begins with the first movement, not with the press, which may be a click.
 */
export function useMoving(root: RefObject<HTMLElement | null>) {
  return useMemo(() => {
    const begin = () => root.current?.toggleAttribute('data-moving', true)
    const end = () => root.current?.toggleAttribute('data-moving', false)
    return { begin, end }
  }, [root])
}
