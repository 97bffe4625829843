/** A handle of which only the edge is seen that ends there. */
export const hiddenHandle = '!size-px !min-h-0 !min-w-0 !border-0 !bg-transparent'
