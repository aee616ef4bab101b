/** The sandbox's style sheet; its text layer is PDF.js's own, cut down to what lies over a page. */
export const frameStyles = `
html { background: #060d0e; color-scheme: dark; }
body { margin: 0; outline: none; }
.pages { display: flex; flex-direction: column; align-items: center; gap: 12px; min-width: min-content; padding: 4px 12px 16px; }
.page { background: #fff; flex: none; overflow: clip; position: relative; }
canvas { display: block; height: 100%; width: 100%; }
.text {
  color-scheme: only light; position: absolute; inset: 0; overflow: clip; line-height: 1; letter-spacing: normal;
  word-spacing: normal; text-align: initial; text-size-adjust: none; -webkit-text-size-adjust: none;
  forced-color-adjust: none; transform-origin: 0 0;
  --min-font-size: 1;
  --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
  --min-font-size-inv: calc(1 / var(--min-font-size));
}
.text :is(span, br) { color: transparent; position: absolute; white-space: pre; cursor: text; transform-origin: 0% 0%; }
.text > :not(.markedContent), .text .markedContent span:not(.markedContent) {
  --font-height: 0; --scale-x: 1; --rotate: 0deg;
  font-size: calc(var(--text-scale-factor) * var(--font-height));
  transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv));
}
.text .markedContent { display: contents; }
.text ::selection { background: rgb(0 102 113 / 0.35); }
.text[data-main-rotation='90'] { transform: rotate(90deg) translateY(-100%); }
.text[data-main-rotation='180'] { transform: rotate(180deg) translate(-100%, -100%); }
.text[data-main-rotation='270'] { transform: rotate(270deg) translateX(-100%); }
`;
