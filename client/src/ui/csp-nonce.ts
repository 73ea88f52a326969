/**
 * The page's CSP nonce, for everything that adds `<style>` elements at run time. styled-components
 * finds the meta element itself; Radix's scroll lock reads webpack's global. It must be set before
 * the first of them runs, so `main.tsx` imports this file first.
 */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
if (meta?.nonce) Object.assign(globalThis, { __webpack_nonce__: meta.nonce });
