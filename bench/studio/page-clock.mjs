// Runs in the page before the page's own scripts: notes when what the user waits for is on the screen.

const { noteEditable, notePicture } = window;
let key = null;

/** Once the frame that is being made has been made. */
function afterFrame(then) {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => then(performance.now()));
  port1.start();
  port2.postMessage(null);
}

new MutationObserver((_, observer) => {
  if (document.querySelector('.cm-content') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => afterFrame(noteEditable));
}).observe(document, { childList: true, subtree: true });

addEventListener('keydown', ({ timeStamp }) => (key = timeStamp), true);

// Each drawing of a label is an image that the canvas has not shown yet, or that was painted on since.
const shown = new WeakSet();
const { putImageData } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.putImageData = function putAndNote(...args) {
  shown.delete(this.canvas);
  return putImageData.apply(this, args);
};
const { drawImage } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.drawImage = function drawImageAndNote(image, ...rest) {
  if (this.canvas.isConnected && !shown.has(image)) {
    shown.add(image);
    const began = key;
    key = null;
    afterFrame((at) => notePicture(at, began === null ? null : at - began));
  }
  return drawImage.call(this, image, ...rest);
};
