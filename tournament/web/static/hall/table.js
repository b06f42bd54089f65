document.body.dataset.ready = "";
