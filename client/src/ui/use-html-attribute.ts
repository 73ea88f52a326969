/**
 * Sets an attribute of the `html` element while the component is mounted, for rules about the whole
 * page. If they asked with `:has` instead, the browser would style every element again at each
 * insertion anywhere.
 */
import { useLayoutEffect } from 'react';

export function useHtmlAttribute(name: `data-${string}`, value: string): void {
  useLayoutEffect(() => {
    document.documentElement.setAttribute(name, value);
    return () => document.documentElement.removeAttribute(name);
  }, [name, value]);
}
