async function opened(id) {
  const bytes = Uint8Array.from(atob(document.getElementById(id).content.textContent), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

opened("d-head").then((head) => {
  document.getElementById("keys").textContent =
    Object.entries(head).map(([key, value]) => key + ": " + JSON.stringify(value).slice(0, 200)).join("\n");
});
